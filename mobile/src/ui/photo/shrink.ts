import { MEASURE_SIDE, sharpness, toGrey } from './blur';
import { drawPicture, loadPicture, type Picture } from '@/base/picture/picture';

/** The longest side of an uploaded photo in pixels: large enough to read an ID card, small enough for 3G. */
const MAX_SIDE_PX = 1600;
/**
 * The JPEG qualities to try: the first one that yields at most MAX_BYTES is used, otherwise the last. Over 2G that
 * size takes a minute.
 */
const QUALITIES = [0.85, 0.7, 0.55];
const MAX_BYTES = 400_000;

/** A photo that is ready to be uploaded. */
export interface ReadyPhoto {
  blob: Blob;
  /** Variance of the Laplacian; see blur.ts. */
  sharpness: number;
}

/**
 * Shrinks a photo to a JPEG of at most 1600 px and, if possible, 400 KB, and measures its sharpness. Throws if the file
 * is not a picture.
 */
export async function preparePhoto(file: Blob): Promise<ReadyPhoto> {
  const { picture, release } = await loadPicture(file);
  try {
    const { canvas } = draw(picture, MAX_SIDE_PX);
    const small = draw(picture, MEASURE_SIDE);
    const pixels = small.context.getImageData(0, 0, small.canvas.width, small.canvas.height);
    const sharp = sharpness(toGrey(pixels.data), pixels.width, pixels.height);
    return { blob: await toSmallJpeg(canvas), sharpness: sharp };
  } finally {
    release();
  }
}

/** Scales a picture to fit into a square without enlarging it. */
function fitInto(width: number, height: number, longest: number): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function draw(picture: Picture, longest: number) {
  const size = fitInto(picture.width, picture.height, longest);
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  drawPicture(context, picture, size.width, size.height);
  return { canvas, context };
}

async function toSmallJpeg(canvas: HTMLCanvasElement): Promise<Blob> {
  let blob!: Blob;
  for (const quality of QUALITIES) {
    blob = await toJpeg(canvas, quality);
    if (blob.size <= MAX_BYTES) break;
  }
  return blob;
}

function toJpeg(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', quality);
  });
}
