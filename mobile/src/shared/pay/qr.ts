import qrcode from 'qrcode-generator';

/** The width of the white margin in modules that scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4;
/** Pixels per module in the picture to save: large enough for the thumbnail of any gallery. */
const MODULE_PX = 16;

export interface QrDrawing {
  /** The number of modules per side, including the margin. */
  size: number;
  /** The SVG path of the dark modules, one unit each. */
  path: string;
}

/**
 * Draws a QR code with error correction M, which is enough because a payment code is read from a screen and not from
 * crumpled paper.
 */
export function drawQr(text: string): QrDrawing {
  const code = qrcode(0, 'M');
  code.addData(text, 'Byte');
  code.make();
  const count = code.getModuleCount();
  const runs: string[] = [];
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (code.isDark(row, column)) runs.push(`M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`);
    }
  }
  return { size: count + 2 * QUIET_ZONE, path: runs.join('') };
}

/** The drawing as a PNG to save or share. */
export function qrPng({ size, path }: QrDrawing): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = size * MODULE_PX;
  canvas.height = size * MODULE_PX;
  const context = canvas.getContext('2d');
  if (!context) return Promise.reject(new Error('no canvas'));
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(MODULE_PX, MODULE_PX);
  context.fillStyle = '#000';
  context.fill(new Path2D(path));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
