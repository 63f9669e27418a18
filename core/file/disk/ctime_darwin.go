package disk

import (
	"io/fs"
	"syscall"
	"time"
)

// changeTime returns the time when anything about a file changed last. Unlike the
// time of modification no program can set it.
func changeTime(info fs.FileInfo) time.Time {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(stat.Ctimespec.Unix())
	}
	return time.Time{}
}
