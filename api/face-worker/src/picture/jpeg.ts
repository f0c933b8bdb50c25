/** What the markers of a JPEG contain, before anything is decoded. */
export interface Header {
  width: number;
  height: number;
  scans: number;
}

const SOS = 0xda;
const EOI = 0xd9;

/** Start-of-frame markers; 0xc4, 0xc8 and 0xcc are other markers. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Markers without a length: restarts, the start of the image and TEM. */
const isBare = (marker: number) => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;

/** Walks the markers of a JPEG; null if it is not a JPEG or is truncated. */
export function jpegHeader(bytes: Buffer): Header | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  const header: Header = { width: 0, height: 0, scans: 0 };
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === EOI) return header.width > 0 && header.scans > 0 ? header : null;
    else if (isBare(marker)) at += 2;
    else {
      if (at + 4 > bytes.length) return null;
      const length = bytes.readUInt16BE(at + 2);
      if (length < 2 || at + 2 + length > bytes.length) return null;
      if (isFrame(marker)) {
        // A second frame could have another size than the first.
        if (header.width > 0 || length < 8) return null;
        header.height = bytes.readUInt16BE(at + 5);
        header.width = bytes.readUInt16BE(at + 7);
      }
      at += 2 + length;
      if (marker === SOS) {
        header.scans += 1;
        at = endOfScan(bytes, at);
      }
    }
  }
  return null;
}

/** Returns the position of the next marker that is neither a stuffed zero nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && at + 1 < bytes.length) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0x00 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}
