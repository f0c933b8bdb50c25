"""Builds the fonts of this folder from Debian's packages fonts-noto-core and fonts-droid-fallback (needs fonttools).

usage: build.py DIR-WITH-NOTO-TTF DROID-SANS-FALLBACK-TTF

base.ttf   Noto Sans (Latin with Vietnamese) and Noto Sans Thai in one file. A PDF writer without text shaping cannot move
           Thai marks, so every upper mark has three more glyphs in the private use area: raised above a vowel, moved left
           of a tall consonant, and both. shape.go picks them.
han.ttf    Droid Sans Fallback: the characters of GB 2312.
ghana.ttf, han_rare.ttf
           What names of people have beside these: the letters of Ghana's languages (Noto Sans), and the characters that
           came to those of GB 2312 with GBK and later (Droid Sans Fallback).
"""
import copy
import io
import sys

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

MARKS = [0x0E31, 0x0E34, 0x0E35, 0x0E36, 0x0E37, 0x0E47, 0x0E48, 0x0E49, 0x0E4A, 0x0E4B, 0x0E4C, 0x0E4D]
PRIVATE, RAISE, LEFT = 0xE000, 190, -170
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x01A0, 0x01A1, 0x01AF, 0x01B0, *range(0x1EA0, 0x1EFA),
         *range(0x2010, 0x2027), 0x2022, 0x2026, 0x20AB, 0x20B5, 0x00A5, 0x0300, 0x0301, 0x0303, 0x0309, 0x0323]

MARKED = [0x0300, 0x0301, 0x0302, 0x0303, 0x0304, 0x0323]
GHANA = [*map(ord, "ƁɓƆɔƊɗƉɖƐɛƑƒƔɣƘƙƩʃƱʊƲʋƳƴƷʒƖɩʼ"), *MARKED]
# Behind GBK's there are some thousand more, of which people are called by few. The second and third line are those of China's table of
# characters in general use (2013). It has 199 more, which Droid Sans Fallback lacks; all but three are beyond the basic plane, where
# the PDF writer ends.
RARER = map(ord, "〇䶮㛃㐂㬎㭎㧐㑇㳘㸌"
                 "㑊㕮㘎㙍㙘㙦㛚㛹㟃㠇㠓㤘㥄㧑㧟㫰㬊㬚㭕㮾㰀㳇㳚㴔㵐㶲㸆㺄㻬㽏㿠䁖䂮䃅"
                 "䃎䅟䌹䎃䎖䏝䏡䏲䐃䓖䓛䓨䓫䓬䗖䗛䗪䗴䜣䝙䢺䢼䣘䥽䦃䲟䲠䲢䴓䴔䴕䴖䴗䴘䴙")


def subset(font, unicodes):
    options = Options()
    options.layout_features, options.hinting, options.notdef_outline = [], False, True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    chosen = Subsetter(options)
    chosen.populate(unicodes=unicodes)
    chosen.subset(font)
    for table in ("GSUB", "GPOS", "GDEF"):
        if table in font:
            del font[table]
    return font


def variants(font):
    cmap, glyphs, metrics = font.getBestCmap(), font["glyf"], font["hmtx"]
    order = font.getGlyphOrder()
    for i, mark in enumerate(MARKS):
        base = cmap[mark]
        for j, (dx, dy) in enumerate([(0, RAISE), (LEFT, 0), (LEFT, RAISE)]):
            name = f"{base}.v{j}"
            glyph = copy.deepcopy(glyphs[base])
            glyph.coordinates.translate((dx, dy))
            glyphs[name] = glyph
            glyph.recalcBounds(glyphs)
            metrics[name] = (0, glyph.xMin)
            for table in font["cmap"].tables:
                if table.isUnicode():
                    table.cmap[PRIVATE + 4 * i + j] = name
    font.setGlyphOrder(glyphs.glyphOrder)
    return font


def buffer(font):
    out = io.BytesIO()
    font.save(out)
    out.seek(0)
    return out


def main(noto, droid):
    import tempfile, os
    latin = subset(TTFont(f"{noto}/NotoSans-Regular.ttf"), LATIN)
    thai = variants(subset(TTFont(f"{noto}/NotoSansThai-Regular.ttf"), range(0x0E01, 0x0E5C)))
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, font in (("latin", latin), ("thai", thai)):
            paths.append(os.path.join(folder, name + ".ttf"))
            font.save(paths[-1])
        Merger().merge(paths).save("base.ttf")
    gb2312 = characters("gb2312", range(0xA1, 0xF8), range(0xA1, 0xFF))
    subset(TTFont(droid), gb2312).save("han.ttf")
    gbk = {c for c in characters("gbk", range(0x81, 0xFF), range(0x40, 0xFF)) if 0x4E00 <= c <= 0x9FFF}
    subset(TTFont(f"{noto}/NotoSans-Regular.ttf"), GHANA).save("ghana.ttf")
    subset(TTFont(droid), {*gbk, *RARER} - gb2312).save("han_rare.ttf")


def characters(encoding, highs, lows):
    found = set()
    for high in highs:
        for low in lows:
            try:
                found.add(ord(bytes([high, low]).decode(encoding)))
            except UnicodeDecodeError:
                pass
    return found


main(*sys.argv[1:])
