package disk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	gocmp "github.com/google/go-cmp/cmp"

	"docuquest/core/file"
)

// A watchTest is a running Watch and what its changes add up to.
type watchTest struct {
	disk    *Disk
	root    string
	changes chan []file.Change
	files   map[file.URI]file.File
	problem chan error
	stop    context.CancelFunc
	ended   chan error
}

// startWatch watches a new folder with a tree in it. New makes the watchers;
// nil stands for those of the system.
func startWatch(t *testing.T, files tree, o Options, newWatcher func() (watcher, error)) *watchTest {
	t.Helper()
	root := plant(t, files)
	w := &watchTest{
		disk: openDisk(t, o, root), root: root, files: map[file.URI]file.File{},
		changes: make(chan []file.Change), problem: make(chan error, 100), ended: make(chan error, 1),
	}
	w.disk.timing = timing{silence: 10 * time.Millisecond, patience: 100 * time.Millisecond, poll: 10 * time.Millisecond}
	if newWatcher != nil {
		w.disk.newWatcher = newWatcher
	}
	ctx, stop := context.WithCancel(t.Context())
	w.stop = stop
	go func() {
		w.ended <- w.disk.Watch(ctx, func(batch []file.Change) {
			select {
			case w.changes <- batch:
			case <-ctx.Done():
			}
		}, func(err error) { w.problem <- err })
	}()
	t.Cleanup(func() {
		stop()
		if err := <-w.ended; !errors.Is(err, context.Canceled) {
			t.Errorf("Watch ended with %v", err)
		}
	})
	w.await(t, files)
	return w
}

// await takes changes until they add up to a tree.
func (w *watchTest) await(t *testing.T, want tree) {
	t.Helper()
	deadline := time.After(time.Minute)
	for !gocmp.Equal(want, w.state()) {
		select {
		case batch := <-w.changes:
			w.apply(batch)
		case <-deadline:
			t.Fatalf("the changes never came (-want +got):\n%s", gocmp.Diff(want, w.state()))
		}
	}
}

func (w *watchTest) apply(batch []file.Change) {
	for _, c := range batch {
		if c.Kind == file.Removed {
			delete(w.files, c.File.URI)
			continue
		}
		w.files[c.File.URI] = c.File
	}
}

func (w *watchTest) state() tree {
	now := tree{}
	for _, f := range w.files {
		now[f.Path] = f.Content
	}
	return now
}

func (w *watchTest) path(name string) string { return filepath.Join(w.root, filepath.FromSlash(name)) }

// Everything that editors and tools do to files, one thing after another, with
// what must be known afterwards.
func TestWatch(t *testing.T) {
	w := startWatch(t, tree{"a.txt": "1"}, Options{}, nil)
	rename := func(from, to string) { must(t, os.Rename(w.path(from), w.path(to))) }
	remove := func(name string) { must(t, os.RemoveAll(w.path(name))) }
	put := func(name, content string) { write(t, w.root, name, content) }
	for _, step := range []struct {
		name string
		do   func()
		want tree
	}{
		{"a file is written in place", func() { put("a.txt", "2") }, tree{"a.txt": "2"}},
		{"a file is created empty", func() { put("b.txt", "") }, tree{"a.txt": "2", "b.txt": ""}},
		{"it is saved by way of another file", func() {
			put("b.txt.tmp", "b")
			rename("b.txt.tmp", "b.txt")
		}, tree{"a.txt": "2", "b.txt": "b"}},
		{"it is saved as vim does, with a backup", func() {
			rename("a.txt", "a.txt~")
			put("a.txt", "3")
			remove("a.txt~")
		}, tree{"a.txt": "3", "b.txt": "b"}},
		{"directories and files come at once", func() {
			put("d/e/f/1.txt", "1")
			put("d/e/f/2.txt", "2")
			put("d/3.txt", "3")
		}, tree{"a.txt": "3", "b.txt": "b", "d/e/f/1.txt": "1", "d/e/f/2.txt": "2", "d/3.txt": "3"}},
		{"a directory is renamed", func() { rename("d", "g") }, tree{
			"a.txt": "3", "b.txt": "b", "g/e/f/1.txt": "1", "g/e/f/2.txt": "2", "g/3.txt": "3",
		}},
		{"a file deep inside it is written", func() { put("g/e/f/1.txt", "new") }, tree{
			"a.txt": "3", "b.txt": "b", "g/e/f/1.txt": "new", "g/e/f/2.txt": "2", "g/3.txt": "3",
		}},
		{"the old name is used again", func() { put("d/e/4.txt", "4") }, tree{
			"a.txt": "3", "b.txt": "b", "g/e/f/1.txt": "new", "g/e/f/2.txt": "2", "g/3.txt": "3", "d/e/4.txt": "4",
		}},
		{"two directories change their names", func() {
			rename("d", "x")
			rename("g", "d")
			rename("x", "g")
		}, tree{
			"a.txt": "3", "b.txt": "b", "d/e/f/1.txt": "new", "d/e/f/2.txt": "2", "d/3.txt": "3", "g/e/4.txt": "4",
		}},
		{"files in both are written", func() {
			put("d/e/f/2.txt", "two")
			put("g/e/4.txt", "four")
		}, tree{
			"a.txt": "3", "b.txt": "b", "d/e/f/1.txt": "new", "d/e/f/2.txt": "two", "d/3.txt": "3", "g/e/4.txt": "four",
		}},
		{"a directory goes", func() { remove("d") }, tree{"a.txt": "3", "b.txt": "b", "g/e/4.txt": "four"}},
		{"it comes back", func() { put("d/5.txt", "5") }, tree{
			"a.txt": "3", "b.txt": "b", "g/e/4.txt": "four", "d/5.txt": "5",
		}},
		{"a directory takes the place of a file", func() {
			remove("b.txt")
			put("b.txt/in", "in")
		}, tree{"a.txt": "3", "b.txt/in": "in", "g/e/4.txt": "four", "d/5.txt": "5"}},
		{"a file takes the place of a directory", func() {
			remove("g")
			put("g", "g")
		}, tree{"a.txt": "3", "b.txt/in": "in", "g": "g", "d/5.txt": "5"}},
		{"a rule ignores a directory", func() { put(".gitignore", "d/\n") }, tree{
			"a.txt": "3", "b.txt/in": "in", "g": "g", ".gitignore": "d/\n",
		}},
		{"something happens in it", func() {
			put("d/6.txt", "6")
			put("g", "after")
		}, tree{"a.txt": "3", "b.txt/in": "in", "g": "after", ".gitignore": "d/\n"}},
		{"the rule goes", func() { remove(".gitignore") }, tree{
			"a.txt": "3", "b.txt/in": "in", "g": "after", "d/5.txt": "5", "d/6.txt": "6",
		}},
		{"the directory is watched again", func() { put("d/6.txt", "six") }, tree{
			"a.txt": "3", "b.txt/in": "in", "g": "after", "d/5.txt": "5", "d/6.txt": "six",
		}},
	} {
		t.Log(step.name)
		step.do()
		w.await(t, step.want)
	}
}

// Many trees that come at once are found completely.
func TestWatchManyDirectories(t *testing.T) {
	w := startWatch(t, tree{}, Options{}, nil)
	want := tree{}
	for i := range 100 {
		for j := range 5 {
			name := fmt.Sprintf("%d/b/c/%d.txt", i, j)
			want[name] = name
			write(t, w.root, name, name)
		}
	}
	w.await(t, want)
}

// Touch makes a file known whose directory gives no events, and a directory
// that is gone.
func TestTouch(t *testing.T) {
	w := startWatch(t, tree{"a": "1", "d/b": "1", "d/e/c": "1"}, Options{}, (&fakes{}).new)
	write(t, w.root, "a", "2")
	w.disk.Touch(file.FromPath(w.path("a")), "file:///elsewhere/x")
	w.await(t, tree{"a": "2", "d/b": "1", "d/e/c": "1"})
	must(t, os.RemoveAll(w.path("d")))
	write(t, w.root, "n/e/w", "new")
	w.disk.Touch(file.FromPath(w.path("d")), file.FromPath(w.path("n")))
	w.await(t, tree{"a": "2", "n/e/w": "new"})
}

// Folders come and go while Watch runs.
func TestWatchFolders(t *testing.T) {
	w := startWatch(t, tree{"a": "1"}, Options{}, nil)
	other := plant(t, tree{"b": "1"})
	must(t, w.disk.AddFolder(other))
	w.await(t, tree{"w/a": "1", "w~2/b": "1"})
	write(t, other, "b", "2")
	w.await(t, tree{"w/a": "1", "w~2/b": "2"})
	w.disk.RemoveFolder(w.root)
	w.await(t, tree{"b": "2"})
}

// When events were lost a new watcher takes the place of the old one, and what
// happened meanwhile is found.
func TestWatchOverflow(t *testing.T) {
	var all fakes
	w := startWatch(t, tree{"a": "1", "gone": "1"}, Options{}, all.new)
	for round := range 3 {
		content := fmt.Sprint("round ", round)
		write(t, w.root, "a", content)
		if round == 0 {
			must(t, os.Remove(w.path("gone")))
		}
		all.last().errs <- fsnotify.ErrEventOverflow
		w.await(t, tree{"a": content})
	}
	made := all.snapshot()
	if len(made) != 4 || !made[0].closed || !made[2].closed || made[3].closed {
		t.Errorf("%d watchers were made", len(made))
	}
	checkSame(t, "directories of the last", []string{w.root}, made[3].added)
	checkQuiet(t, w)
}

func checkQuiet(t *testing.T, w *watchTest) {
	t.Helper()
	select {
	case err := <-w.problem:
		t.Errorf("a problem: %v", err)
	default:
	}
}

// Directories that rules leave out have no watch.
func TestWatchIgnored(t *testing.T) {
	var all fakes
	w := startWatch(t, tree{".gitignore": "x/\n"}, Options{}, all.new)
	for _, name := range []string{"x/y/z", "node_modules/m/n", ".git/objects/o", "a/b/c"} {
		write(t, w.root, name, name)
	}
	all.last().events <- fsnotify.Event{Name: w.path("a"), Op: fsnotify.Create}
	all.last().events <- fsnotify.Event{Name: w.path("x"), Op: fsnotify.Create}
	all.last().events <- fsnotify.Event{Name: w.path("node_modules"), Op: fsnotify.Create}
	all.last().events <- fsnotify.Event{Name: w.path(".git"), Op: fsnotify.Create}
	w.await(t, tree{".gitignore": "x/\n", "a/b/c": "a/b/c"})
	w.stop()
	checkSame(t, "watched", []string{w.root, w.path("a"), w.path("a/b")}, all.snapshot()[0].added)
}

// When the limits of the system are used up, the user is told once how to raise
// them, all watches are given back, and changes are still found.
func TestWatchLimits(t *testing.T) {
	for _, c := range []struct {
		name  string
		fakes *fakes
	}{
		{"no watch at all", &fakes{addError: syscall.ENOSPC}},
		{"no watch for the third directory", &fakes{addError: syscall.ENOSPC, after: 2}},
		{"no watcher", &fakes{newError: syscall.EMFILE}},
		{"an error that nobody knows", &fakes{addError: errors.New("strange")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := startWatch(t, tree{"a/b/c": "1"}, Options{}, c.fakes.new)
			for i := range 3 {
				content := fmt.Sprint(i)
				write(t, w.root, "a/b/c", content)
				w.await(t, tree{"a/b/c": content})
			}
			err := <-w.problem
			if !errors.Is(err, cmp.Or(c.fakes.addError, c.fakes.newError)) {
				t.Errorf("the problem is %v", err)
			}
			checkQuiet(t, w)
			for _, made := range c.fakes.snapshot() {
				if !made.closed {
					t.Error("the watcher is still open")
				}
			}
		})
	}
}

// Half of the system's watches are left to other programs.
func TestWatchBudget(t *testing.T) {
	var all fakes
	root := plant(t, tree{"a/b": "", "c/d": ""})
	d := openDisk(t, Options{}, root)
	d.budget, d.newWatcher = 2, all.new
	ctx, cancel := context.WithCancel(t.Context())
	var problems []error
	err := d.Watch(ctx, func([]file.Change) {}, func(err error) {
		problems = append(problems, err)
		cancel()
	})
	if !errors.Is(err, context.Canceled) || len(problems) != 1 || !errors.Is(problems[0], syscall.ENOSPC) {
		t.Errorf("Watch gave %v; problems: %v", err, problems)
	}
	if made := all.snapshot(); len(made[0].added) != 2 || !made[0].closed {
		t.Errorf("%v were watched", made[0].added)
	}
}

// The advice names what has to be raised.
func TestExplain(t *testing.T) {
	for err, want := range map[error]string{
		syscall.ENOSPC: "fs.inotify.max_user_watches",
		syscall.EMFILE: "fs.inotify.max_user_instances",
	} {
		got := explain(err, usualTiming)
		onLinux := strings.Contains(got.Error(), want)
		if !errors.Is(got, err) || !strings.Contains(got.Error(), "every 30s") || onLinux != (watchBudget() < 1<<40) {
			t.Errorf("%v", got)
		}
	}
}

// A second Watch is refused, and after the first has ended a third can run.
func TestWatchOnce(t *testing.T) {
	w := startWatch(t, tree{"a": "1"}, Options{}, nil)
	if err := w.disk.Watch(t.Context(), nil, nil); err == nil {
		t.Error("two run at once")
	}
	w.stop()
	w.ended <- <-w.ended
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	err := w.disk.Watch(ended, func([]file.Change) {}, func(error) {})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the third: %v", err)
	}
}

// With more dirty paths than are worth keeping, everything is looked at.
func TestDirtySetOverflow(t *testing.T) {
	s := dirtySet{paths: map[string]cause{}, wake: make(chan struct{}, 1)}
	for i := range 1<<16 + 1 {
		s.mark(fmt.Sprint(i), seen)
	}
	if got := s.take(); !got.all || !got.lost || len(got.paths) > 0 {
		t.Errorf("all %v, lost %v, %d paths", got.all, got.lost, len(got.paths))
	}
	if got := s.take(); got.all || got.lost || len(got.paths) > 0 {
		t.Errorf("the set is not empty: %+v", got)
	}
}

// fakes makes watchers that see nothing, and remembers them.
type fakes struct {
	newError error
	addError error // of every Add after so many
	after    int

	mu   sync.Mutex // guards all and the watchers in it
	made []*fake
}

// A fake is a watcher whose events a test sends.
type fake struct {
	all    *fakes
	events chan fsnotify.Event
	errs   chan error
	added  []string
	closed bool
}

func (f *fakes) new() (watcher, error) {
	if f.newError != nil {
		return nil, f.newError
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	made := &fake{all: f, events: make(chan fsnotify.Event), errs: make(chan error)}
	f.made = append(f.made, made)
	return made, nil
}

func (f *fakes) last() *fake {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.made[len(f.made)-1]
}

func (f *fakes) snapshot() []fake {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []fake
	for _, made := range f.made {
		out = append(out, *made)
	}
	return out
}

func (f *fake) Add(directory string) error {
	f.all.mu.Lock()
	defer f.all.mu.Unlock()
	if f.all.addError != nil && len(f.added) >= f.all.after {
		return f.all.addError
	}
	f.added = append(f.added, directory)
	return nil
}

func (f *fake) Remove(string) error           { return nil }
func (f *fake) Events() <-chan fsnotify.Event { return f.events }
func (f *fake) Errors() <-chan error          { return f.errs }

func (f *fake) Close() error {
	f.all.mu.Lock()
	defer f.all.mu.Unlock()
	f.closed = true
	close(f.events)
	close(f.errs)
	return nil
}
