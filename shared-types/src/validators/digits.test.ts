import { expect, it } from 'vitest';
import { asciiDigits } from './digits';

it.each([
  ['๐๑๒๓๔๕๖๗๘๙', '0123456789'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['០១២៣៤៥៦៧៨៩', '0123456789'],
  ['໐໑໒໓໔໕໖໗໘໙', '0123456789'],
  ['၀၁၂၃၄၅၆၇၈၉', '0123456789'],
  ['＋８６（１３８）', '+86(138)'],
  ['１，２３４．５６', '1,234.56'],
  ['ＧＨＡ－７', 'GHA-7'],
  ['๐ 12 ٣', '0 12 3'],
])('reads %s as %s', (typed, ascii) => {
  expect(asciiDigits(typed)).toBe(ascii);
});

it.each(['0912 345 678', 'Lê Thị Hồng', 'สมศรี ฯ ๚', '王小兰', '½ ² Ⅷ', '😀', ''])('leaves %j as it is', (typed) => {
  expect(asciiDigits(typed)).toBe(typed);
});
