package code

import "strings"

// role is what a kind of node is for the walk.
type role uint8

const (
	passes  role = iota // walked if it is long
	holds               // walked always
	wraps               // walked; a definition in it takes all of its span
	leads               // a decorator: belongs to the definition behind it
	hides               // has no definitions
	defines             // is a definition if its rule finds a name
)

// A rule is the meaning of a kind of node.
type rule struct {
	role role
	info string
	find func(w *walker, n node) finding // for defines
}

// A finding is what a rule found out of a definition.
type finding struct {
	name string // "" if the node defines nothing
	info string // "" for that of the rule
	body node   // nil if there is none
	leaf bool   // there is nothing to find inside
}

// rulesByLanguage are the rules of the languages with grammars, by the kinds of nodes. Nodes
// without a rule are passed through.
var rulesByLanguage = map[string]map[string]rule{
	"c":               cRules,
	"cpp":             cRules,
	"java":            javaRules,
	"javascript":      scriptRules,
	"javascriptreact": scriptRules,
	"lua":             luaRules,
	"python":          pythonRules,
	"ruby":            rubyRules,
	"rust":            rustRules,
	"typescript":      scriptRules,
	"typescriptreact": scriptRules,
}

var pythonRules = map[string]rule{
	"decorated_definition": {role: wraps},
	"decorator":            {role: leads},
	"block":                {role: holds},
	"class_definition":     {defines, "class", nameField},
	"function_definition":  {defines, "function", nameField},
	"type_alias_statement": {defines, "type", nameField},
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
	"class_declaration":              {defines, "class", nameField},
	"abstract_class_declaration":     {defines, "class", nameField},
	"interface_declaration":          {defines, "interface", nameField},
	"enum_declaration":               {defines, "enum", nameField},
	"type_alias_declaration":         {defines, "type", nameField},
	"internal_module":                {defines, "namespace", nameField},
	"module":                         {defines, "module", nameField},
	"function_declaration":           {defines, "function", nameField},
	"function_signature":             {defines, "function", nameField},
	"generator_function_declaration": {defines, "function", nameField},
	"method_definition":              {defines, "method", nameField},
	"abstract_method_signature":      {defines, "method", nameField},
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
	"function_item":           {defines, "function", nameField},
	"function_signature_item": {defines, "function", nameField},
	"struct_item":             {defines, "struct", nameField},
	"enum_item":               {defines, "enum", nameField},
	"union_item":              {defines, "union", nameField},
	"trait_item":              {defines, "trait", nameField},
	"impl_item":               {defines, "impl", implemented},
	"mod_item":                {defines, "module", withBody},
	"macro_definition":        {defines, "macro", nameField},
	"const_item":              {defines, "const", nameField},
	"static_item":             {defines, "var", nameField},
	"type_item":               {defines, "type", nameField},
}

var javaRules = map[string]rule{
	"marker_annotation":               {role: leads},
	"annotation":                      {role: leads},
	"modifiers":                       {role: hides},
	"class_body":                      {role: holds},
	"interface_body":                  {role: holds},
	"enum_body":                       {role: holds},
	"enum_body_declarations":          {role: holds},
	"class_declaration":               {defines, "class", nameField},
	"interface_declaration":           {defines, "interface", nameField},
	"annotation_type_declaration":     {defines, "annotation", nameField},
	"enum_declaration":                {defines, "enum", nameField},
	"record_declaration":              {defines, "record", nameField},
	"method_declaration":              {defines, "method", nameField},
	"constructor_declaration":         {defines, "method", nameField},
	"compact_constructor_declaration": {defines, "method", nameField},
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
	"alias_declaration":      {defines, "type", nameField},
	"struct_specifier":       {defines, "struct", withBody},
	"union_specifier":        {defines, "union", withBody},
	"enum_specifier":         {defines, "enum", withBody},
	"class_specifier":        {defines, "class", withBody},
	"concept_definition":     {defines, "concept", nameField},
	"namespace_definition":   {defines, "namespace", nameField},
	"preproc_function_def":   {defines, "macro", nameField},
}

var rubyRules = map[string]rule{
	"body_statement":   {role: holds},
	"module":           {defines, "module", nameField},
	"class":            {defines, "class", nameField},
	"method":           {defines, "method", nameField},
	"singleton_method": {defines, "method", nameField},
	"heredoc_body":     {role: hides},
}

var luaRules = map[string]rule{
	"variable_declaration": {role: wraps},
	"function_declaration": {defines, "function", nameField},
	"assignment_statement": {defines, "", assignedInLua},
	"field":                {defines, "", function},
}

// minVariable is the length in bytes from which on a variable that is no
// function is a definition.
const minVariable = 120

// nameField is for nodes that have a name and a body, and for types of Python with a left side.
func nameField(w *walker, n node) finding {
	f := finding{name: w.textOf(firstOf(n, "name", "left")), body: n.field("body")}
	if object := n.field("object"); object != nil && f.name != "" {
		f.name = w.textOf(object) + "." + f.name
	}
	return f
}

// withBody is for types of C, whose name alone only mentions them, and for modules of Rust:
// the module of "mod name;" is in another file.
func withBody(w *walker, n node) finding {
	f := nameField(w, n)
	if f.body == nil {
		f.name = ""
	}
	return f
}

// implemented names an impl of Rust by its type, and by its trait if it has one.
func implemented(w *walker, n node) finding {
	f := finding{name: w.textOf(n.field("type")), body: n.field("body")}
	if trait := n.field("trait"); trait != nil {
		f.name = w.textOf(trait) + " for " + f.name
	}
	return f
}

// variable is for variables of JavaScript: functions and classes that have the
// name of a variable, and long values.
func variable(w *walker, n node) finding {
	f := function(w, n)
	if f.name != "" || w.kind(n) != "variable_declarator" || n.field("value") == nil || n.span().Len() < minVariable {
		return f
	}
	return finding{name: w.textOf(n.field("name")), info: "var"}
}

// function is for fields and assignments that are only definitions if their
// value is a function or a class.
func function(w *walker, n node) finding {
	value := firstOf(n, "value", "right")
	if value == nil {
		return finding{}
	}
	f := finding{body: value.field("body")}
	switch w.kind(value) {
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
func assignedInLua(w *walker, n node) finding {
	left, right := n.named(0), n.named(1)
	if left == nil || right == nil || right.named(0) == nil || right.named(1) != nil {
		return finding{}
	}
	value := right.named(0)
	if w.kind(value) != "function_definition" {
		return finding{}
	}
	return finding{name: w.textOf(left), info: "function", body: value.field("body")}
}

// declared is for functions of C, whose name is in declarators.
func declared(w *walker, n node) finding {
	isFunction := false
	for at := n.field("declarator"); at != nil; at = innerDeclarator(at) {
		switch w.kind(at) {
		case "function_declarator":
			isFunction = true
		case "operator_cast":
			return finding{name: w.textOf(at), body: n.field("body")}
		case "identifier", "field_identifier", "qualified_identifier", "destructor_name", "operator_name", "template_function":
			if !isFunction {
				return finding{}
			}
			return finding{name: w.textOf(at), body: n.field("body")}
		case "init_declarator":
			return finding{}
		}
	}
	return finding{}
}

// typedef is named by what it declares, and is what its type is.
func typedef(w *walker, n node) finding {
	f := finding{leaf: true}
	if t := n.field("type"); t != nil {
		if f.body = t.field("body"); f.body != nil {
			f.info = strings.TrimSuffix(w.kind(t), "_specifier")
		}
	}
	for at := n.field("declarator"); at != nil; at = innerDeclarator(at) {
		if kind := w.kind(at); kind == "type_identifier" || kind == "primitive_type" {
			f.name = w.textOf(at)
			break
		}
	}
	return f
}

func innerDeclarator(n node) node {
	if inner := n.field("declarator"); inner != nil {
		return inner
	}
	return n.named(0)
}

// firstOf returns the first field that a node has.
func firstOf(n node, fields ...string) node {
	for _, field := range fields {
		if child := n.field(field); child != nil {
			return child
		}
	}
	return nil
}
