package disk

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"docuquest/core/file"
	"docuquest/core/language/text"
)

// The reasons to leave a file out for its kind or its content.
const (
	binary     file.Reason = "binary"
	minified   file.Reason = "minified"
	notRegular file.Reason = "not a regular file"
)

// byName returns the reason to leave a file out before it is opened, or "".
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

// humanSize returns a number of bytes for people, such as "1.5 MiB".
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

// looksUTF16 reports whether content has a byte order mark, or consists of whole
// 16-bit units with NULs only in their high halves and there in at least half
// of them, as text in a language with mostly ASCII letters does.
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

// isDocument reports whether a file of that name is a binary document that
// contains text. Extracting the text takes much longer than reading the file.
func isDocument(name string) bool { return documentExtensions[strings.ToLower(path.Ext(name))] }

// documentExtensions belong to documents. Options.Accept decides which of them
// are read.
var documentExtensions = text.WordSet(".doc .docx .epub .odp .ods .odt .pdf .ppt .pptx .rtf .xls .xlsx")

// binaryExtensions belong to files without any text, which are never opened.
var binaryExtensions = text.WordSet(`.3gp .7z .a .aac .ai .avi .avif .bin .bmp .bz2 .cab .class .crx
	.db .deb .dll .dmg .dylib .ear .eot .exe .flac .flv .gif .gz
	.heic .ico .img .iso .jar .jpeg .jpg .ko .lib .lz4 .lzma .m4a .m4v
	.mkv .mov .mp3 .mp4 .mpeg .mpg .msi .npy .npz .o .ogg .onnx
	.opus .otf .parquet .pdb .png .psd .pt .pyc .pyd .pyo .rar .rlib
	.rpm .safetensors .so .sqlite .sqlite3 .syso .tar .tgz .tif .tiff .ttf
	.vsix .war .wasm .wav .webm .webp .whl .wma .wmv .woff .woff2 .xz
	.zip .zst`)
