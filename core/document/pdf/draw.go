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

// Draw returns a page, counted from 1, of the file with some content as a PNG that
// is so many pixels wide, within what is sensible; 0 stands for 1200. What marks on
// this page mean is painted over with a light colour. The error is that of ctx if it
// ended first.
func (r *Reader) Draw(ctx context.Context, content string, page int, marks []document.Mark, width int) ([]byte, error) {
	var picture *image.RGBA
	var places []rect // in shares of the page
	err := r.onPage(ctx, content, page, func(p *openPage) (err error) {
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
	// Each pixel is painted once, however many places it is in: what is painted twice is
	// no longer readable.
	mask, all := image.NewAlpha(picture.Bounds()), picture.Bounds()
	w, h := float64(all.Dx()), float64(all.Dy())
	for _, place := range places {
		const air = 2 // pixels around a place
		pixels := image.Rect(int(place.x0*w), int(place.y0*h), int(math.Ceil(place.x1*w)), int(math.Ceil(place.y1*h)))
		draw.Draw(mask, pixels.Inset(-air).Intersect(all), image.Opaque, image.Point{}, draw.Src)
	}
	draw.DrawMask(picture, all, markFill, image.Point{}, mask, image.Point{}, draw.Over)
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

// picture draws the page on white, smaller where it would have too many pixels.
func (p *openPage) picture(width int) (*image.RGBA, error) {
	if width <= 0 {
		width = defaultWidth
	}
	fw := min(float64(width), mostPixelsOneSide, mostPixelsOneSide*p.size.w/p.size.h)
	fh := fw * p.size.h / p.size.w
	if shrink := math.Sqrt(fw * fh / mostPixels); shrink > 1 {
		fw, fh = fw/shrink, fh/shrink
	}
	w, h := max(int(fw), 1), max(int(fh), 1)
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

// markFill keeps the text below it readable, on white paper as on a dark ground.
var markFill = image.NewUniform(color.NRGBA{R: 255, G: 214, B: 10, A: 90})
