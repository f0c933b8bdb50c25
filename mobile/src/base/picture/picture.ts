import { UPRIGHT, withoutOrientation } from './orientation';

/** A decoded picture. Width and height are those of the upright picture. */
export interface Picture {
  source: CanvasImageSource;
  width: number;
  height: number;
  /** How the source must be turned, as in EXIF. */
  orientation: number;
}

/** Decodes a file. The caller releases it when it has been drawn. Rejects if the file is not a picture. */
export async function loadPicture(file: Blob): Promise<{ picture: Picture; release: () => void }> {
  const stored = await withoutOrientation(file);
  const url = URL.createObjectURL(stored.file);
  const release = () => URL.revokeObjectURL(url);
  try {
    const source = new Image();
    await new Promise((resolve, reject) => {
      source.onload = resolve;
      source.onerror = () => reject(new Error('not a picture'));
      source.src = url;
    });
    const { orientation } = stored;
    const { naturalWidth, naturalHeight } = source;
    const [width, height] = swaps(orientation) ? [naturalHeight, naturalWidth] : [naturalWidth, naturalHeight];
    return { picture: { source, width, height, orientation }, release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Whether an orientation exchanges width and height. */
const swaps = (orientation: number) => orientation >= 5;

/** Draws a picture upright on a canvas, scaled to this size. */
export function drawPicture(context: CanvasRenderingContext2D, { source, orientation }: Picture, width: number, height: number): void {
  if (orientation !== UPRIGHT) context.setTransform(...turn(orientation, width, height));
  if (swaps(orientation)) context.drawImage(source, 0, 0, height, width);
  else context.drawImage(source, 0, 0, width, height);
}

/** The transformation that turns a picture upright. */
function turn(orientation: number, width: number, height: number): [number, number, number, number, number, number] {
  switch (orientation) {
    case 2:
      return [-1, 0, 0, 1, width, 0];
    case 3:
      return [-1, 0, 0, -1, width, height];
    case 4:
      return [1, 0, 0, -1, 0, height];
    case 5:
      return [0, 1, 1, 0, 0, 0];
    case 6:
      return [0, 1, -1, 0, width, 0];
    case 7:
      return [0, -1, -1, 0, width, height];
    default:
      return [0, -1, 1, 0, 0, height];
  }
}
