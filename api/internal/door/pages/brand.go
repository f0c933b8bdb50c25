package pages

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
)

type rgb [3]float64

var (
	canvas = rgb{0xF5, 0xF7, 0xF4}
	white  = rgb{255, 255, 255}
	black  = rgb{}
)

// readable is the minimum contrast for text in WCAG AA.
const readable = 4.5

// brandStyle returns the colours derived from a product's colour, as deriveBrand does in the app: a colour that is too
// light to be readable is darkened. The colour has already been checked to be of the form #RRGGBB. The selector takes
// precedence over :root in the page's own style, which the build places after this one.
func brandStyle(theme string) template.HTML {
	brand := parseColour(theme)
	for contrast(brand, canvas) < readable {
		brand = mix(brand, black, 0.06)
	}
	on := "#FFFFFF"
	if contrast(brand, white) < readable {
		on = "#14211B"
	}
	style := fmt.Sprintf("<style>html:root{--brand:%s;--brand-press:%s;--brand-tint:%s;--brand-line:%s;--brand-on:%s}</style>",
		brand, mix(brand, black, 0.16), mix(brand, white, 0.91), mix(brand, white, 0.72), on)
	return template.HTML(style)
}

func parseColour(theme string) rgb {
	var colour rgb
	for i := range colour {
		part, err := strconv.ParseUint(theme[1+2*i:3+2*i], 16, 8)
		if err != nil {
			return rgb{0x0B, 0x6E, 0x4F}
		}
		colour[i] = float64(part)
	}
	return colour
}

// String returns #RRGGBB.
func (c rgb) String() string {
	return fmt.Sprintf("#%02X%02X%02X", int(math.Round(c[0])), int(math.Round(c[1])), int(math.Round(c[2])))
}

func mix(from, to rgb, part float64) rgb {
	for i := range from {
		from[i] += (to[i] - from[i]) * part
	}
	return from
}

func contrast(a, b rgb) float64 {
	light, dark := max(luminance(a), luminance(b)), min(luminance(a), luminance(b))
	return (light + 0.05) / (dark + 0.05)
}

func luminance(c rgb) float64 {
	for i := range c {
		if v := c[i] / 255; v <= 0.03928 {
			c[i] = v / 12.92
		} else {
			c[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
}
