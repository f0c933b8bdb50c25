/** The EXIF orientation of an upright picture. */
export const UPRIGHT = 1;

const TAG = 0x0112;
/** EXIF comes first in a file, and its segment has at most 64 KB. */
const HEAD_BYTES = 128 * 1024;
const SEGMENT = { exif: 0xe1, scan: 0xda };

/** A file whose picture every browser decodes as it is stored, and how it must be turned then. */
export interface Stored {
  file: Blob;
  orientation: number;
}

/**
 * Takes the camera's orientation out of a JPEG. Browsers before Chrome 81 and iOS 13.4 draw a picture without it, so that
 * a photo would lie on its side; newer ones would apply it a second time.
 */
export async function withoutOrientation(file: Blob): Promise<Stored> {
  const head = new DataView(await bytes(file.slice(0, HEAD_BYTES)));
  const at = orientationAt(head);
  const orientation = at ? head.getUint16(at.offset, at.little) : UPRIGHT;
  if (!at || orientation < 2 || orientation > 8) return { file, orientation: UPRIGHT };
  head.setUint16(at.offset, UPRIGHT, at.little);
  return { file: new Blob([head.buffer, file.slice(head.byteLength)], { type: file.type }), orientation };
}

/** Blob.arrayBuffer does not exist before Chrome 76 and iOS 14. */
function bytes(file: Blob): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(new Error('the file cannot be read'));
    reader.readAsArrayBuffer(file);
  });
}

/** Where the orientation is stored; null if there is none. Any picture is untrusted. */
function orientationAt(head: DataView): { offset: number; little: boolean } | null {
  try {
    return head.getUint16(0) === 0xffd8 ? inTiff(head, tiffStart(head)) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Where the block with the camera's data starts; NaN if there is none before the picture itself. */
function tiffStart(head: DataView): number {
  for (let at = 2; head.getUint8(at) === 0xff; at += 2 + head.getUint16(at + 2)) {
    const marker = head.getUint8(at + 1);
    if (marker === SEGMENT.scan || head.getUint16(at + 2) < 2) break;
    // "Exif" and two zeros.
    if (marker === SEGMENT.exif && head.getUint32(at + 4) === 0x45786966 && head.getUint16(at + 8) === 0) return at + 10;
  }
  return NaN;
}

function inTiff(head: DataView, start: number): { offset: number; little: boolean } | null {
  if (Number.isNaN(start)) return null;
  const little = head.getUint16(start) === 0x4949;
  const list = start + head.getUint32(start + 4, little);
  for (let entry = list + 2; entry < list + 2 + head.getUint16(list, little) * 12; entry += 12) {
    if (head.getUint16(entry, little) === TAG) return { offset: entry + 8, little };
  }
  return null;
}
