package pdf

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"slices"

	"docuquest/core/document"
)

// Draw gives a page, counted from 1, of the file with some content as a PNG that
// is so many pixels wide, within what is sensible; 0 stands for 1200. What marks on
// this page mean is painted over with a light colour. The error is that of ctx if it
// ended first.
func (r *Reader) Draw(ctx context.Context, content string, page int, marks []document.Mark, width int) ([]byte, error) {
	var picture *image.RGBA
	var places []rect // in shares of the page
	err := r.onPage(ctx, content, page, func(p *sheet) (err error) {
		if picture, err = p.picture(width); err != nil {
			return err
		}
		marks = slices.DeleteFunc(slices.Clone(marks), func(m document.Mark) bool { return m.Page != page })
		places, err = p.places(marks, r.limits.text)
		return err
	})
	if err != nil {
		return nil, err
	}
	paint(picture, places)
	var out bytes.Buffer
	err = png.Encode(&out, picture)
	return out.Bytes(), err
}

// PDFium's numbers for how a picture is laid out in memory and what is drawn.
const (
	formatBGRA        = 4
	drawAnnotations   = 0x01
	reverseByteOrder  = 0x10 // RGBA instead of BGRA
	white             = 0xFFFFFFFF
	bytesPerPixel     = 4
	defaultWidth      = 1200
	mostPixels        = 12 << 20 // 48 MiB
	mostPixelsOneSide = 1 << 14
)

// picture draws the page on white.
func (p *sheet) picture(width int) (*image.RGBA, error) {
	w, h := pixels(p.size, width)
	bitmap := p.call("FPDFBitmap_CreateEx", uint64(w), uint64(h), formatBGRA, 0, 0)
	if p.err == nil && bitmap == 0 {
		return nil, errBroke
	}
	p.call("FPDFBitmap_FillRect", bitmap, 0, 0, uint64(w), uint64(h), white)
	p.call("FPDF_RenderPageBitmap", bitmap, p.handle, 0, 0, uint64(w), uint64(h), 0, drawAnnotations|reverseByteOrder)
	stride := p.number("FPDFBitmap_GetStride", bitmap)
	buffer := p.call("FPDFBitmap_GetBuffer", bitmap)
	source := p.memory(uint32(buffer), stride*h)
	if p.err != nil {
		return nil, p.err
	}
	if stride < w*bytesPerPixel {
		return nil, errBroke
	}
	picture := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		copy(picture.Pix[y*picture.Stride:][:w*bytesPerPixel], source[y*stride:])
	}
	return picture, nil
}

// pixels gives the size of a picture of a page, made smaller if it would not fit
// into what a picture may have.
func pixels(s size, width int) (w, h int) {
	if width <= 0 {
		width = defaultWidth
	}
	fw := min(float64(width), mostPixelsOneSide, mostPixelsOneSide*s.w/s.h)
	fh := fw * s.h / s.w
	if shrink := math.Sqrt(fw * fh / mostPixels); shrink > 1 {
		fw, fh = fw/shrink, fh/shrink
	}
	return max(int(fw), 1), max(int(fh), 1)
}

// markFill lets what is under it be read, on paper as on a dark ground.
var markFill = image.NewUniform(color.NRGBA{R: 255, G: 214, B: 10, A: 90})

// paint lays a colour over places of a picture, each pixel once however many of them it
// is in: what is painted twice is no longer read.
func paint(picture *image.RGBA, places []rect) {
	mask := image.NewAlpha(picture.Bounds())
	for _, place := range places {
		draw.Draw(mask, place.pixels(picture.Bounds()), image.Opaque, image.Point{}, draw.Src)
	}
	draw.DrawMask(picture, picture.Bounds(), markFill, image.Point{}, mask, image.Point{}, draw.Over)
}

// pixels gives the pixels of a place with a little air around it.
func (r rect) pixels(within image.Rectangle) image.Rectangle {
	const air = 2
	w, h := float64(within.Dx()), float64(within.Dy())
	pixels := image.Rect(int(r.x0*w), int(r.y0*h), int(math.Ceil(r.x1*w)), int(math.Ceil(r.y1*h)))
	return pixels.Inset(-air).Intersect(within)
}
