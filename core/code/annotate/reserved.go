package annotate

// reservedIn are the words of a language that say how a program is written, and nothing of
// what it does: its reserved ones, and those by which a method calls its own object.
func reservedIn(language string) map[string]bool {
	if family, ok := families[language]; ok {
		language = family
	}
	if words, ok := reserved[language]; ok {
		return words
	}
	return reservedAnywhere
}

// families are the languages that have the reserved words of another one, or nearly so.
var families = map[string]string{
	"cuda-cpp":        "cpp",
	"groovy":          "java",
	"javascriptreact": "javascript",
	"objective-c":     "cpp",
	"objective-cpp":   "cpp",
	"scala":           "kotlin",
	"typescriptreact": "typescript",
}

const (
	reservedInC = ` auto break case char const continue default do double else enum extern float for goto if inline int long
		register return short signed sizeof static struct switch typedef union unsigned void volatile while
		define undef include ifdef ifndef endif elif pragma `
	reservedInScript = ` async await break case catch class const constructor continue debugger default delete do else export
		extends finally for from function get if import in instanceof let new null of return set static super switch this throw
		true false try typeof undefined var void while with yield `
)

// reserved are these words, by language. Words for a thing that programs are about, such as
// "string", are none of them.
var reserved = map[string]map[string]bool{
	"c":   setOf(reservedInC),
	"cpp": setOf(reservedInC + `bool catch class constexpr delete explicit false friend mutable namespace new noexcept nullptr operator override private protected public template this throw true try typename using virtual import nil self`),
	"csharp": setOf(`abstract as async await base bool break byte case catch char class const continue decimal default delegate do double else enum
		explicit extern false finally float for foreach get if implicit in int interface internal is long namespace new null object
		operator out override params partial private protected public readonly ref return sealed set short sizeof static struct switch
		this throw true try typeof uint ulong using var virtual void volatile where while yield`),
	"dart": setOf(reservedInScript + `abstract assert bool double dynamic enum final int is late mixin on part required rethrow`),
	"go": setOf(`break case chan const continue default defer else fallthrough for func go goto if import interface package
		range return select struct switch type var nil true false`),
	"java": setOf(`abstract assert boolean break byte case catch char class const continue default def do double else enum extends final finally
		float for if implements import instanceof int interface long native new null package private protected public return short
		static super switch synchronized this throw throws transient true false try var void volatile while`),
	"javascript": setOf(reservedInScript),
	"kotlin": setOf(`abstract as break by case catch class companion const constructor continue def do else enum extends false final finally
		for fun get given if implicit import in init inline interface internal is lateinit lazy match new null object open operator out override
		package private protected public return sealed set super suspend this throw trait true try type typealias val var vararg when where
		while with yield`),
	"php": setOf(`abstract and array as break callable case catch class clone const continue declare default do echo else elseif empty
		enum extends false final finally fn for foreach function global if implements include include_once instanceof interface isset 
		match namespace new null private protected public readonly require require_once return self static switch this throw trait true try
		unset use var void while yield`),
	"python": setOf(`and as assert async await break class continue def del elif else except False finally for from global if import in
		is lambda None nonlocal not or pass raise return True try while with yield self cls`),
	"ruby": setOf(`alias and begin break case class def defined do else elsif end ensure false for if in include module next nil not or
		private protected public raise redo require require_relative rescue retry return self super then true undef unless until when while yield`),
	"rust": setOf(`as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub
		ref return self Self static struct super trait true type unsafe use where while`),
	"shellscript": setOf(`break case continue declare do done echo elif else esac eval exit export fi for function if in local readonly
		return select set shift source then unset until while`),
	"swift": setOf(`as associatedtype break case catch class continue default defer deinit do else enum extension false fileprivate final
		for func get guard if import in init inout internal is lazy let mutating nil open operator override private protocol public
		repeat rethrows return self Self set static struct subscript super switch throw throws true try typealias var weak where while`),
	"typescript": setOf(reservedInScript + `abstract any as boolean declare enum implements interface keyof namespace never number private
		protected public readonly type unknown`),
}

// reservedAnywhere are those that many languages have.
var reservedAnywhere = setOf(`and begin break case catch class const continue def default do else elseif end enum export extends
	false final finally for foreach fun func function if implements import include interface let local module new nil null private
	protected public require return self static struct super switch then this throw true try type use using var void while with`)
