package pdf

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"docuquest/core/document"
)

// Draw gives a page, counted from 1, of the file with some content as a PNG that
// is so many pixels wide, within what is sensible; 0 stands for 1200. Of marks,
// those on this page are laid over it as translucent rectangles with an outline.
// The error is that of ctx if it ended first.
func (r *Reader) Draw(ctx context.Context, content string, page int, marks []document.Box, width int) ([]byte, error) {
	var picture *image.RGBA
	err := r.onPage(ctx, content, page, func(p *sheet) (err error) {
		picture, err = p.picture(width)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, mark := range marks {
		if mark.Page == page {
			drawMark(picture, mark)
		}
	}
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

var (
	markFill    = color.NRGBA{R: 255, G: 214, B: 10, A: 90}
	markOutline = color.NRGBA{R: 214, G: 96, B: 0, A: 255}
)

// drawMark lays one mark over a picture.
func drawMark(picture *image.RGBA, mark document.Box) {
	const linesPerWidth = 600 // an outline is so much thinner than the picture is wide
	bounds := picture.Bounds()
	r := markRect(mark, bounds)
	thick := max(bounds.Dx()/linesPerWidth, 1)
	draw.Draw(picture, r, image.NewUniform(markFill), image.Point{}, draw.Over)
	for _, side := range []image.Rectangle{
		{r.Min, image.Pt(r.Max.X, r.Min.Y+thick)},
		{image.Pt(r.Min.X, r.Max.Y-thick), r.Max},
		{r.Min, image.Pt(r.Min.X+thick, r.Max.Y)},
		{image.Pt(r.Max.X-thick, r.Min.Y), r.Max},
	} {
		draw.Draw(picture, side, image.NewUniform(markOutline), image.Point{}, draw.Over)
	}
}

// markRect gives the pixels that a mark is drawn around, with a little air.
func markRect(mark document.Box, within image.Rectangle) image.Rectangle {
	const air = 3
	w, h := float64(within.Dx()), float64(within.Dy())
	r := span(point{mark.Vertices[0][0], mark.Vertices[0][1]}, point{mark.Vertices[2][0], mark.Vertices[2][1]})
	for _, v := range mark.Vertices {
		r = r.union(rect{v[0], v[1], v[0], v[1]})
	}
	pixels := image.Rect(int(r.x0*w), int(r.y0*h), int(math.Ceil(r.x1*w)), int(math.Ceil(r.y1*h)))
	return pixels.Inset(-air).Intersect(within)
}
