package code_test

import (
	"strings"
	"testing"

	"docuquest/core/document/code"
	"docuquest/core/document/documenttest"
)

// hostile are beginnings that were never ended, each as often as there is room.
var hostile = map[string]string{
	"a.go":    "( func(){ []struct{ map[a] <- /* // x\\n `a`+ a{ type(",
	"a.py":    "( [ { lambda: not\\s if\\sx:\\n\\s def\\sf(): @a\\n \"\"\" f\"{ class\\sA:\\n",
	"a.tsx":   "( [ { <a> `${ () => a? /[ class{ function\\sf(){ a:{ @a( export\\s",
	"a.cpp":   "( [ { a< a:: namespace\\sa{ template<class\\sA> #if\\n /* R\"( struct\\sA{ *",
	"a.c":     "int( struct{ (*a)( { \\\\\\n #if\\sA\\n",
	"a.rs":    "( [ { a! <A<'a> r# /* fn\\sf(){ mod\\sa{ #[a] \\/// |",
	"a.rb":    "( [ { do\\n def\\sa\\n <<A\\n #{ %w( class\\sA\\n =begin\\n",
	"a.java":  "( [ { @A @A( class\\sA{ a< /* \"\"\"",
	"a.lua":   "( { function() -- [[ --[[ do\\s if\\sa\\sthen\\n",
	"a.kt":    "( { class\\sA{ fun\\sf()\\n a(\\n fun\\s<A>. /* */\\n @A\\n )\\n' \\\\' \"\"\"",
	"a.sh":    "f(){ f( ( $# ' \\n \\\"",
	"a.sql":   "create\\s ; $$ create\\stable\\sa( create\\stable\\sa;\\n",
	"a.cs":    "namespace\\sA\\n{ }\\n class\\sA{}\\n int\\sf(\\n",
	"a.scala": "class\\sA\\n =( *",
}

// A program made to be slow must be read all the same. The times are linear:
// were one of them not, this test would run into the time limit of go test.
func TestHostile(t *testing.T) {
	p := code.New(code.Options{})
	unescape := strings.NewReplacer(`\s`, " ", `\n`, "\n", `\\`, `\`)
	for name, starts := range hostile {
		for _, start := range strings.Fields(starts) {
			start = unescape.Replace(start)
			f := documenttest.File(name, strings.Repeat(start, hostileSize/len(start)))
			t.Run(name+" "+start, func(t *testing.T) { parse(t, p, f) })
		}
	}
}

// hostileSize leaves time for the many cases.
const hostileSize = documenttest.HostileSize / 8

// Stairs are definitions in definitions, deeper than anybody writes.
func TestStairs(t *testing.T) {
	p := code.New(code.Options{})
	for name, step := range map[string]string{"a.py": "class A:", "a.nim": "proc f() =", "a.js": "class A{f(){", "a.rs": "mod a{"} {
		var s strings.Builder
		for i := 0; s.Len() < hostileSize; i++ {
			s.WriteString(strings.Repeat(" ", i) + step + "\n")
		}
		parse(t, p, documenttest.File(name, s.String()))
	}
}
