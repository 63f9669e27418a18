package disk

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"docuquest/core/file"
)

// Reasons why a file is left out for what it is.
const (
	binary     file.Reason = "binary"
	minified   file.Reason = "minified"
	notRegular file.Reason = "not a regular file"
)

// byName gives the reason to leave a file out before it is opened, or "".
func (o *Options) byName(name string) file.Reason {
	base := strings.ToLower(path.Base(name))
	extension := path.Ext(base)
	switch {
	case binaryExtensions[extension]:
		return binary
	case strings.HasSuffix(base, ".min.js"), strings.HasSuffix(base, ".min.css"):
		return minified
	case o.Accept != nil:
		if ok, reason := o.Accept(name); !ok {
			return reason
		}
	case isDocument(name):
		return file.Reason("no reader for " + extension)
	}
	return ""
}

// limitFor is the size of the largest file of that name that is read.
func (o *Options) limitFor(name string) int64 {
	if isDocument(name) {
		return o.MaxDocumentBytes
	}
	return o.MaxBytes
}

// byContent gives the reason to leave a file out after it was read, or "".
func byContent(name string, content []byte) file.Reason {
	switch {
	case isDocument(name):
		return ""
	case looksBinary(content):
		return binary
	case looksMinified(name, content):
		return minified
	}
	return ""
}

func tooLarge(size, limit int64) file.Reason {
	return file.Reason(fmt.Sprintf("too large (%s > %s)", humanSize(size), humanSize(limit)))
}

func humanSize(n int64) string {
	const kilo, mega = 1 << 10, 1 << 20
	switch {
	case n < kilo:
		return fmt.Sprintf("%d bytes", n)
	case n < mega:
		return fmt.Sprintf("%.1f KiB", float64(n)/kilo)
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/mega)
}

// looksBinary finds a NUL near the start, as git does, unless the NULs are
// those of UTF-16.
func looksBinary(content []byte) bool {
	const head = 8 << 10
	content = content[:min(len(content), head)]
	return bytes.IndexByte(content, 0) >= 0 && !looksUTF16(content)
}

// looksUTF16 says whether content has a byte order mark, or is made of whole
// 16-bit units with NULs only in their high halves and there in at least half
// of them, as text in a language with mostly ASCII letters is.
func looksUTF16(content []byte) bool {
	if bytes.HasPrefix(content, []byte{0xFF, 0xFE}) || bytes.HasPrefix(content, []byte{0xFE, 0xFF}) {
		return true
	}
	var nuls [2]int // at even and at odd places
	for i, c := range content {
		if c == 0 {
			nuls[i&1]++
		}
	}
	units := len(content) / 2
	most, least := max(nuls[0], nuls[1]), min(nuls[0], nuls[1])
	return least == 0 && units > 0 && 2*units == len(content) && 2*most >= units
}

// looksMinified says whether this is a program that was made for machines: not
// small, and with lines that nobody reads.
func looksMinified(name string, content []byte) bool {
	const small, longLine = 20_000, 1000
	if len(content) <= small || !file.IsCode(file.LanguageOf(name)) {
		return false
	}
	lines := bytes.Count(content, []byte("\n")) + 1
	return len(content)/lines > longLine
}

// isDocument says whether a file of that name is a document that is binary by
// nature but holds text, which takes much longer to find than to read the file.
func isDocument(name string) bool { return documentExtensions[strings.ToLower(path.Ext(name))] }

// documentExtensions belong to documents. Options.Accept says whether anything
// can read them.
var documentExtensions = setOf(
	".doc", ".docx", ".epub", ".odp", ".ods", ".odt", ".pdf", ".ppt", ".pptx", ".rtf", ".xls", ".xlsx",
)

// binaryExtensions belong to files without any text, which are not even opened.
var binaryExtensions = setOf(
	".3gp", ".7z", ".a", ".aac", ".ai", ".avi", ".avif", ".bin", ".bmp", ".bz2", ".cab", ".class", ".crx",
	".db", ".deb", ".dll", ".dmg", ".dylib", ".ear", ".eot", ".exe", ".flac", ".flv", ".gif", ".gz",
	".heic", ".ico", ".img", ".iso", ".jar", ".jpeg", ".jpg", ".ko", ".lib", ".lz4", ".lzma", ".m4a", ".m4v",
	".mkv", ".mov", ".mp3", ".mp4", ".mpeg", ".mpg", ".msi", ".npy", ".npz", ".o", ".ogg", ".onnx",
	".opus", ".otf", ".parquet", ".pdb", ".png", ".psd", ".pt", ".pyc", ".pyd", ".pyo", ".rar", ".rlib",
	".rpm", ".safetensors", ".so", ".sqlite", ".sqlite3", ".syso", ".tar", ".tgz", ".tif", ".tiff", ".ttf",
	".vsix", ".war", ".wasm", ".wav", ".webm", ".webp", ".whl", ".wma", ".wmv", ".woff", ".woff2", ".xz",
	".zip", ".zst",
)

func setOf(names ...string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}
