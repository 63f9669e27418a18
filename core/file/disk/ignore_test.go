package disk

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"docuquest/core/file"
)

// Trees with rules, and the files that are left besides the rules themselves.
var ignoreCases = []struct {
	name  string
	files tree
	want  []string
}{
	{
		"a name holds at every depth, a path only where it says",
		tree{
			".gitignore": "a\n/b\nc/d\n",
			"a":          "", "x/a": "", "b": "", "x/b": "", "c/d": "", "x/c/d": "",
		},
		[]string{"x/b", "x/c/d"},
	},
	{
		"the last rule that matches decides",
		tree{".gitignore": "*.o\n!keep.o\nkeep*\n!keep.txt\n", "a.o": "", "keep.o": "", "keep.txt": ""},
		[]string{"keep.txt"},
	},
	{
		"nothing in an ignored directory can be taken back",
		tree{".gitignore": "dir/\n!dir/a\n", "dir/a": "", "sub/dir/b": "", "dir2/a": ""},
		[]string{"dir2/a"},
	},
	{
		"what is in a directory can be taken back if the directory itself is not ignored",
		tree{".gitignore": "/dir/*\n!/dir/a\n", "dir/a": "", "dir/b": "", "dir/sub/c": ""},
		[]string{"dir/a"},
	},
	{
		"a slash at the end means directories alone",
		tree{".gitignore": "build/\n", "build/a": "", "x/build": ""},
		[]string{"x/build"},
	},
	{
		"a deeper file overrules one above it",
		tree{
			".gitignore": "*.txt\n", "sub/.gitignore": "!*.txt\nb\n",
			"a.txt": "", "sub/a.txt": "", "sub/x/a.txt": "", "sub/x/b": "", "b": "",
		},
		[]string{"b", "sub/a.txt", "sub/x/a.txt"},
	},
	{
		"comments, blank lines, escapes, trailing spaces, a byte order mark, CRLF",
		tree{
			".gitignore": "\ufeff# comment\r\n\r\n\\#x   \r\n\\!y\r\nz\\ \r\na b\r\n",
			"#x":         "", "!y": "", "z ": "", "z": "", "a b": "", "comment": "",
		},
		[]string{"comment", "z"},
	},
	{
		".ignore has the last word",
		tree{
			".gitignore": "*.log\na\n", ".ignore": "!*.log\nb\n", "sub/.gitignore": "*.log\n!b\n",
			"x.log": "", "sub/x.log": "", "a": "", "b": "", "sub/b": "",
		},
		[]string{"sub/x.log", "x.log"},
	},
	{
		".git/info/exclude comes last",
		tree{
			".git/info/exclude": "a\n*.txt\n", ".gitignore": "!*.txt\n",
			"a": "", "x/a": "", "b.txt": "",
		},
		[]string{"b.txt"},
	},
	{
		"a repository inside another has rules of its own, but .ignore files go on",
		tree{
			".gitignore": "a\nsub/b\n", ".ignore": "z\n", "sub/.git/info/exclude": "c\n",
			"a": "", "sub/a": "", "sub/b": "", "sub/c": "", "c": "", "sub/z": "",
		},
		[]string{"c", "sub/a", "sub/b"},
	},
	{
		"dependencies and the folders of tools need no rule",
		tree{
			"node_modules/a": "", "x/node_modules/b/c": "", ".docuquest/x": "", ".svn/x": "", ".git/x": "",
			".github/a": "", "x/node_module": "",
		},
		[]string{".github/a", "x/node_module"},
	},
	{
		"an ignore file that is no file holds no rules",
		tree{".gitignore/a": "*", "a": ""},
		[]string{".gitignore/a", "a"},
	},
}

func TestIgnore(t *testing.T) {
	for _, c := range ignoreCases {
		t.Run(c.name, func(t *testing.T) {
			got, _ := collect(t, openDisk(t, Options{}, plant(t, c.files)).Scan)
			checkSame(t, "files", c.want, withoutRules(got))
		})
	}
}

// Reading a single file by its URI follows the same rules as a walk, on a Disk
// that has not walked yet.
func TestIgnoreRead(t *testing.T) {
	for _, c := range ignoreCases {
		t.Run(c.name, func(t *testing.T) {
			root := plant(t, c.files)
			d := openDisk(t, Options{}, root)
			var got []string
			for _, name := range slices.Sorted(maps.Keys(c.files)) {
				if _, err := d.Read(t.Context(), file.FromPath(filepath.Join(root, name))); err == nil {
					got = append(got, name)
				}
			}
			got = slices.DeleteFunc(got, isRuleFile)
			checkSame(t, "files", c.want, got)
		})
	}
}

func withoutRules(files tree) []string { return slices.DeleteFunc(paths(files), isRuleFile) }

func isRuleFile(name string) bool {
	base := filepath.Base(name)
	return base == gitIgnoreName || base == ownIgnoreName
}

// A folder inside a repository is under the rules above it, unless these ignore
// the folder itself: then it was opened on purpose.
func TestIgnoreAboveTheFolder(t *testing.T) {
	root := plant(t, tree{
		".git/info/exclude": "c\n",
		".gitignore":        "a\n/docs/b\n/build\n*.secret\n",
		"docs/.gitignore":   "d\n",
		"docs/in/a":         "", "docs/in/b": "", "docs/in/c": "", "docs/in/d": "", "docs/in/e": "",
		"build/a": "", "build/x.secret": "",
	})
	for folder, want := range map[string][]string{
		"docs/in": {"b", "e"},
		"build":   {"a", "x.secret"},
	} {
		got, _ := collect(t, openDisk(t, Options{}, filepath.Join(root, folder)).Scan)
		checkSame(t, folder, want, paths(got))
	}
}

var gitTrees = flag.Int("gittrees", 30, "how many random trees are compared with git, for each of two seeds")

// Random trees with random rules, some of them nested, against the real git,
// which every developer has: both must find the same files.
func TestIgnoreAsGit(t *testing.T) {
	for _, seed := range []uint64{1, rand.Uint64()} {
		t.Logf("seed %d", seed)
		random := rand.New(rand.NewPCG(seed, 0))
		for range *gitTrees {
			compareWithGit(t, randomTree(random))
			if t.Failed() {
				return
			}
		}
	}
}

func compareWithGit(t *testing.T, files tree) {
	t.Helper()
	root := plant(t, files)
	git(t, root, "init", "-q")
	if exclude, ok := files["EXCLUDE"]; ok {
		write(t, root, excludeName, exclude)
	}
	listed := git(t, root, "ls-files", "-z", "--others", "--exclude-standard")
	want := slices.DeleteFunc(strings.Split(listed, "\x00"), func(s string) bool { return s == "" })
	slices.Sort(want)
	got, _ := collect(t, openDisk(t, Options{}, root).Scan)
	checkSame(t, fmt.Sprintf("%q", files), want, paths(got))
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "HOME="+dir)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, errs.String())
	}
	return string(out)
}

// randomTree makes a small tree whose names and rules share few letters, so that
// rules hit.
func randomTree(random *rand.Rand) tree {
	files := tree{".gitignore": randomRules(random)}
	if random.IntN(3) == 0 {
		files["EXCLUDE"] = randomRules(random)
	}
	var directories []string
	for range 25 {
		name := randomName(random)
		for range random.IntN(3) {
			directories = append(directories, name)
			name += "/" + randomName(random)
		}
		plantable(files, name)
	}
	for _, directory := range directories {
		if random.IntN(6) == 0 {
			plantable(files, directory+"/.gitignore")
			if _, ok := files[directory+"/.gitignore"]; ok {
				files[directory+"/.gitignore"] = randomRules(random)
			}
		}
	}
	return files
}

// plantable adds a file unless a directory has its name or a file that of one of
// its directories.
func plantable(files tree, name string) {
	for other := range files {
		if strings.HasPrefix(other, name+"/") || strings.HasPrefix(name, other+"/") {
			return
		}
	}
	if _, ok := files[name]; !ok {
		files[name] = ""
	}
}

func pick(random *rand.Rand, from ...string) string { return from[random.IntN(len(from))] }

func randomName(random *rand.Rand) string {
	name := pick(random, "a", "b", "ab", "foo", "é", "a b", "x-1", "#a", "!b", "[a]", "A", "a*")
	return name + pick(random, "", "", ".c", ".txt", ".c")
}

func randomRules(random *rand.Rand) string {
	var out strings.Builder
	for range 1 + random.IntN(5) {
		if line := randomLine(random); !dependsOnGitVersion(line) {
			out.WriteString(line + pick(random, "\n", "\n", "\n\n", "\n# c\n"))
		}
	}
	return out.String()
}

func randomLine(random *rand.Rand) string {
	line := pick(random, "", "", "", "!", "/", "!/")
	for i := range 1 + random.IntN(3) {
		if i > 0 {
			line += pick(random, "/", "/", "/**/", "")
		}
		line += randomPattern(random)
	}
	return line + pick(random, "", "", "", "/", "/*", "/**", " ", `\ `, "\r")
}

// dependsOnGitVersion reports whether two stars follow a name that has no other
// wildcard before them. Older versions of git compare the part without wildcards
// by itself and then take the stars for the start of a name: there `a**/b` is
// `a` and then `**/b`, against the documentation. Newer ones do as we do.
func dependsOnGitVersion(line string) bool {
	at := strings.IndexAny(line, `*?[\`)
	return at > 0 && strings.HasPrefix(line[at:], "**") && line[at-1] != '/'
}

func randomPattern(random *rand.Rand) string {
	if random.IntN(2) == 0 {
		return randomName(random)
	}
	return pick(random,
		"*", "**", "?", "*.c", "*.txt", "a*", "*b", "[ab]", "[!a]", "[^b]*", "[[:alpha:]]", "[a-f]oo",
		`\a`, `\!b`, `\#a`, `[\]a]`, "??", "*.*", "[[:upper:]]", "a?b", "x-[0-9]", "f*o", "**/a", "[]-]", "[a")
}

// Whatever a repository has in its ignore files, reading them ends, and asking
// about a path does too.
func FuzzParseRules(f *testing.F) {
	f.Add("*.o\n!a\n/b/\n\\#x \n[[:alpha:]]", "a/b.o")
	f.Add("!\n/\n//\n**\n***/\n[", "x")
	f.Add(strings.Repeat("*a", 100), strings.Repeat("a", 300))
	f.Fuzz(func(t *testing.T, text, path string) {
		var rules *ignores
		rules = rules.under("", true, func(string) (string, bool) { return text, true })
		if reason := rules.verdict(path, false); reason != "" && parseRules(text) == nil {
			t.Errorf("%q is %q by no rules", path, reason)
		}
	})
}
