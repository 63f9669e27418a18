//go:build unix

package disk

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"docuquest/core/file"
)

// Named pipes, sockets and links to devices are left out at once: nothing waits
// for a writer that never comes, in a walk or in a single read.
func TestSpecialFiles(t *testing.T) {
	root := plant(t, tree{"a": "a"})
	must(t, syscall.Mkfifo(filepath.Join(root, "pipe.txt"), 0o644))
	must(t, os.Symlink("/dev/zero", filepath.Join(root, "zero.txt")))
	t.Chdir(root) // a socket's name is limited to about 100 bytes
	listener, err := net.Listen("unix", "socket.txt")
	must(t, err)
	defer listener.Close()

	d := openDisk(t, Options{}, root)
	got, report := collect(t, d.Scan)
	checkSame(t, "files", tree{"a": "a"}, got)
	want := map[string]file.Reason{
		"pipe.txt":   "not a regular file",
		"socket.txt": "not a regular file",
		"zero.txt":   "symbolic link out of the folder",
	}
	checkSame(t, "skipped", want, reasons(report))
	for name, reason := range want {
		_, err := d.Read(t.Context(), file.FromPath(filepath.Join(root, name)))
		if got := reasonOfError(err); got != reason {
			t.Errorf("%s: %q, want %q", name, got, reason)
		}
	}
}

// A pipe that takes the place of a file between the listing and the opening
// does not stop the reader either.
func TestReadPipe(t *testing.T) {
	root := plant(t, tree{})
	must(t, syscall.Mkfifo(filepath.Join(root, "pipe"), 0o644))
	dir, err := os.OpenRoot(root)
	must(t, err)
	defer dir.Close()
	r := reader{options: &Options{MaxBytes: 100}}
	if _, _, reason := r.read(dir, "pipe", "pipe"); reason != notRegular {
		t.Errorf("%q", reason)
	}
}
