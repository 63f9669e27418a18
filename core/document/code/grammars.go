//go:build cgo

package code

import (
	"strings"
	"unsafe"

	sitter "github.com/tree-sitter/go-tree-sitter"

	lua "github.com/tree-sitter-grammars/tree-sitter-lua/bindings/go"
	c "github.com/tree-sitter/tree-sitter-c/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"
	java "github.com/tree-sitter/tree-sitter-java/bindings/go"
	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	ruby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"
	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"
)

// A grammar is a language that tree-sitter reads, and what its nodes are. Nodes
// that have no rule are passed through.
type grammar struct {
	language func() unsafe.Pointer
	rules    map[string]rule
}

// grammars holds them by language.
var grammars = map[string]grammar{
	"c":               {c.Language, cRules},
	"cpp":             {cpp.Language, cRules},
	"java":            {java.Language, javaRules},
	"javascript":      {javascript.Language, scriptRules},
	"javascriptreact": {javascript.Language, scriptRules},
	"lua":             {lua.Language, luaRules},
	"python":          {python.Language, pythonRules},
	"ruby":            {ruby.Language, rubyRules},
	"rust":            {rust.Language, rustRules},
	"typescript":      {typescript.LanguageTypescript, scriptRules},
	"typescriptreact": {typescript.LanguageTSX, scriptRules},
}

var pythonRules = map[string]rule{
	"decorated_definition": {role: wraps},
	"decorator":            {role: leads},
	"block":                {role: holds},
	"class_definition":     {defines, "class", named},
	"function_definition":  {defines, "function", named},
	"type_alias_statement": {defines, "type", aliased},
	"string":               {role: hides},
}

// scriptRules are those of JavaScript and TypeScript.
var scriptRules = map[string]rule{
	"export_statement":               {role: wraps},
	"ambient_declaration":            {role: wraps},
	"lexical_declaration":            {role: wraps},
	"variable_declaration":           {role: wraps},
	"expression_statement":           {role: wraps},
	"decorator":                      {role: leads},
	"class_body":                     {role: holds},
	"statement_block":                {role: holds},
	"template_string":                {role: hides},
	"class_declaration":              {defines, "class", named},
	"abstract_class_declaration":     {defines, "class", named},
	"interface_declaration":          {defines, "interface", named},
	"enum_declaration":               {defines, "enum", named},
	"type_alias_declaration":         {defines, "type", named},
	"internal_module":                {defines, "namespace", named},
	"module":                         {defines, "module", named},
	"function_declaration":           {defines, "function", named},
	"function_signature":             {defines, "function", named},
	"generator_function_declaration": {defines, "function", named},
	"method_definition":              {defines, "method", named},
	"abstract_method_signature":      {defines, "method", named},
	"variable_declarator":            {defines, "", variable},
	"assignment_expression":          {defines, "", variable},
	"field_definition":               {defines, "", function},
	"public_field_definition":        {defines, "", function},
	"pair":                           {defines, "", function},
}

var rustRules = map[string]rule{
	"attribute_item":          {role: leads},
	"declaration_list":        {role: holds},
	"foreign_mod_item":        {role: holds},
	"token_tree":              {role: hides},
	"function_item":           {defines, "function", named},
	"function_signature_item": {defines, "function", named},
	"struct_item":             {defines, "struct", named},
	"enum_item":               {defines, "enum", named},
	"union_item":              {defines, "union", named},
	"trait_item":              {defines, "trait", named},
	"impl_item":               {defines, "impl", implemented},
	"mod_item":                {defines, "module", module},
	"macro_definition":        {defines, "macro", named},
	"const_item":              {defines, "const", named},
	"static_item":             {defines, "var", named},
	"type_item":               {defines, "type", named},
}

var javaRules = map[string]rule{
	"marker_annotation":               {role: leads},
	"annotation":                      {role: leads},
	"modifiers":                       {role: hides},
	"class_body":                      {role: holds},
	"interface_body":                  {role: holds},
	"enum_body":                       {role: holds},
	"enum_body_declarations":          {role: holds},
	"class_declaration":               {defines, "class", named},
	"interface_declaration":           {defines, "interface", named},
	"annotation_type_declaration":     {defines, "annotation", named},
	"enum_declaration":                {defines, "enum", named},
	"record_declaration":              {defines, "record", named},
	"method_declaration":              {defines, "method", named},
	"constructor_declaration":         {defines, "method", named},
	"compact_constructor_declaration": {defines, "method", named},
}

// cRules are those of C and C++.
var cRules = map[string]rule{
	"template_declaration":   {role: wraps},
	"linkage_specification":  {role: holds},
	"declaration_list":       {role: holds},
	"field_declaration_list": {role: holds},
	"function_definition":    {defines, "function", declared},
	"declaration":            {defines, "function", declared},
	"field_declaration":      {defines, "function", declared},
	"type_definition":        {defines, "type", typedef},
	"alias_declaration":      {defines, "type", named},
	"struct_specifier":       {defines, "struct", withBody},
	"union_specifier":        {defines, "union", withBody},
	"enum_specifier":         {defines, "enum", withBody},
	"class_specifier":        {defines, "class", withBody},
	"concept_definition":     {defines, "concept", named},
	"namespace_definition":   {defines, "namespace", named},
	"preproc_function_def":   {defines, "macro", named},
}

var rubyRules = map[string]rule{
	"body_statement":   {role: holds},
	"module":           {defines, "module", named},
	"class":            {defines, "class", named},
	"method":           {defines, "method", named},
	"singleton_method": {defines, "method", named},
	"heredoc_body":     {role: hides},
}

var luaRules = map[string]rule{
	"variable_declaration": {role: wraps},
	"function_declaration": {defines, "function", named},
	"assignment_statement": {defines, "", assignedInLua},
	"field":                {defines, "", function},
}

// named is for nodes that have a name and a body.
func named(w *walker, n *sitter.Node) finding {
	f := finding{name: w.textOf(n.ChildByFieldName("name")), body: n.ChildByFieldName("body")}
	if object := n.ChildByFieldName("object"); object != nil && f.name != "" {
		f.name = w.textOf(object) + "." + f.name
	}
	return f
}

// withBody is for types of C, whose name alone only mentions them.
func withBody(w *walker, n *sitter.Node) finding {
	f := named(w, n)
	if f.body == nil {
		f.name = ""
	}
	return f
}

// module leaves out "mod name;", which says that a module is in another file.
func module(w *walker, n *sitter.Node) finding { return withBody(w, n) }

// aliased is for the types of Python, which have no name but a left side.
func aliased(w *walker, n *sitter.Node) finding {
	return finding{name: w.textOf(n.ChildByFieldName("left")), leaf: true}
}

// implemented names an impl of Rust by its type, and by its trait if it has one.
func implemented(w *walker, n *sitter.Node) finding {
	f := finding{name: w.textOf(n.ChildByFieldName("type")), body: n.ChildByFieldName("body")}
	if trait := n.ChildByFieldName("trait"); trait != nil {
		f.name = w.textOf(trait) + " for " + f.name
	}
	return f
}

// variable is for variables of JavaScript: functions and classes that have the
// name of a variable, and long values.
func variable(w *walker, n *sitter.Node) finding {
	f := function(w, n)
	if f.name != "" || n.Kind() != "variable_declarator" {
		return f
	}
	if n.ChildByFieldName("value") == nil || n.EndByte()-n.StartByte() < minVariable {
		return f
	}
	return finding{name: w.textOf(n.ChildByFieldName("name")), info: "var"}
}

// function is for fields and assignments that are only definitions if their
// value is a function or a class.
func function(w *walker, n *sitter.Node) finding {
	value := firstOf(n, "value", "right")
	if value == nil {
		return finding{}
	}
	f := finding{body: value.ChildByFieldName("body")}
	switch value.Kind() {
	case "arrow_function", "function_expression", "generator_function", "function_definition":
		f.info = "function"
	case "class":
		f.info = "class"
	default:
		return finding{}
	}
	f.name = strings.Trim(w.textOf(firstOf(n, "name", "property", "key", "left")), "\"'`[]")
	return f
}

// assignedInLua is for "name = function(...)".
func assignedInLua(w *walker, n *sitter.Node) finding {
	left, right := n.NamedChild(0), n.NamedChild(1)
	if left == nil || right == nil || right.NamedChildCount() != 1 {
		return finding{}
	}
	value := right.NamedChild(0)
	if value.Kind() != "function_definition" {
		return finding{}
	}
	return finding{name: w.textOf(left), info: "function", body: value.ChildByFieldName("body")}
}

// declared is for functions of C, whose name lies in declarators.
func declared(w *walker, n *sitter.Node) finding {
	isFunction := false
	at := n.ChildByFieldName("declarator")
	for at != nil {
		switch at.Kind() {
		case "function_declarator":
			isFunction = true
		case "identifier", "field_identifier", "qualified_identifier", "destructor_name", "operator_name", "template_function", "operator_cast":
			if !isFunction && at.Kind() != "operator_cast" {
				return finding{}
			}
			return finding{name: w.textOf(at), body: n.ChildByFieldName("body")}
		case "init_declarator":
			return finding{}
		}
		next := at.ChildByFieldName("declarator")
		if next == nil {
			next = at.NamedChild(0)
		}
		at = next
	}
	return finding{}
}

// typedef is named by what it declares, and is what its type is.
func typedef(w *walker, n *sitter.Node) finding {
	f := finding{leaf: true}
	if t := n.ChildByFieldName("type"); t != nil {
		if f.body = t.ChildByFieldName("body"); f.body != nil {
			f.info = strings.TrimSuffix(t.Kind(), "_specifier")
		}
	}
	for at := n.ChildByFieldName("declarator"); at != nil; {
		if at.Kind() == "type_identifier" || at.Kind() == "primitive_type" {
			f.name = w.textOf(at)
			break
		}
		next := at.ChildByFieldName("declarator")
		if next == nil {
			next = at.NamedChild(0)
		}
		at = next
	}
	return f
}

// firstOf gives the first field that a node has.
func firstOf(n *sitter.Node, fields ...string) *sitter.Node {
	for _, field := range fields {
		if child := n.ChildByFieldName(field); child != nil {
			return child
		}
	}
	return nil
}
