package store

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
)

// An account is kept beside its answer, smaller than it is, and goes with it; what is not
// whole is none.
func TestAccounts(t *testing.T) {
	a := NewAnswers(t.TempDir())
	record := strings.Repeat(`{"path":"site.txt"}`, 1000)
	if err := errors.Join(a.Keep("abc", []byte("{}"), "# Answer\n"), a.KeepAccount("abc", []byte(record))); err != nil {
		t.Fatal(err)
	}
	if got, err := a.LoadAccount("abc"); err != nil || string(got) != record {
		t.Errorf("got %d bytes of %d, %v", len(got), len(record), err)
	}
	if info, err := os.Stat(a.accountFile("abc")); err != nil || info.Size() > int64(len(record)/10) || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if ids, err := a.Recent(10); err != nil || len(ids) != 1 {
		t.Errorf("the answers are %v, %v", ids, err)
	}
	whole, err := os.ReadFile(a.accountFile("abc"))
	if err != nil {
		t.Fatal(err)
	}
	for _, length := range []int{0, 5, len(whole) - 1} {
		if err := os.WriteFile(a.accountFile("abc"), whole[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := a.LoadAccount("abc"); err == nil || !strings.Contains(err.Error(), "not whole") {
			t.Errorf("of %d bytes %d were read, %v", length, len(got), err)
		}
	}
	if err := a.Remove("abc"); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"abc", "../abc", ""} {
		if _, err := a.LoadAccount(id); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the account of %q: %v", id, err)
		}
	}
	if err := a.KeepAccount("../abc", nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an id that is a path: %v", err)
	}
}

// Whatever lies in the file of an account, reading it ends with a record or an error.
func FuzzAccount(f *testing.F) {
	a := NewAnswers(f.TempDir())
	if err := errors.Join(a.Keep("abc", nil, ""), a.KeepAccount("abc", []byte(`{"answer":"abc"}`))); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(a.accountFile("abc"))
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][]byte{whole, whole[:len(whole)-4], nil, []byte("{}"), append(whole, whole...)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		if record, err := unpacked(packed); err == nil && len(record) > mostAccount {
			t.Errorf("%d bytes of %d packed ones", len(record), len(packed))
		}
	})
}
