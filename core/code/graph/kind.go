package graph

// A Kind says what a definition is.
type Kind uint8

// The kinds that the graph looks at; String knows them all.
const (
	FileKind Kind = iota
	functionKind
	methodKind
	macroKind
	classKind // the first of the types
	structKind
	interfaceKind
	traitKind
	enumKind
	unionKind
	recordKind
	protocolKind
	typeKind
	objectKind
	annotationKind // the last of them
	moduleKind
	namespaceKind
	otherKind
	implKind  // says what a type has besides, and is no definition itself
	valueKind // neither are constants and variables
)

// kindNames are the kinds in the words of the parsers.
var kindNames = [...]string{
	FileKind: "file", functionKind: "function", methodKind: "method", macroKind: "macro", classKind: "class",
	structKind: "struct", interfaceKind: "interface", traitKind: "trait", enumKind: "enum", unionKind: "union",
	recordKind: "record", protocolKind: "protocol", typeKind: "type", objectKind: "object", annotationKind: "annotation",
	moduleKind: "module", namespaceKind: "namespace", otherKind: "definition", implKind: "impl", valueKind: "var",
}

// kindsByName leads from the words of the parsers to kinds. Some parsers have several words
// for one.
var kindsByName = func() map[string]Kind {
	kinds := map[string]Kind{
		"actor": classKind, "mixin": classKind, "concept": interfaceKind, "service": interfaceKind, "message": structKind,
		"extension": implKind, "const": valueKind, "field": valueKind, "property": valueKind, "package": moduleKind, "program": moduleKind,
	}
	for k, name := range kindNames {
		kinds[name] = Kind(k)
	}
	delete(kinds, kindNames[FileKind])
	return kinds
}()

// kindOf is the kind for the word of a parser.
func kindOf(info string) Kind {
	if k, ok := kindsByName[info]; ok {
		return k
	}
	return otherKind
}

// String is the word for a kind, such as "struct".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[otherKind]
}

// IsType says whether a definition is a type.
func (k Kind) IsType() bool { return classKind <= k && k <= annotationKind }

// IsFunction says whether a definition is a function, a method or a macro.
func (k Kind) IsFunction() bool { return functionKind <= k && k <= macroKind }
