import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { photoCapture } from '@/shared/face/capture/photos';
import { preparePhoto } from '@/ui/photo/shrink';

/** How the stored picture was turned when it was drawn, the size of the canvas, and the file that the browser decoded. */
let drawn: { turned: number[] | null; canvas: [number, number] }[] = [];
let decoded: Blob | null = null;

beforeEach(() => {
  [drawn, decoded] = [[], null];
  Object.assign(URL, { createObjectURL: (file: Blob) => ((decoded = file), 'blob:picture'), revokeObjectURL: () => undefined });
  vi.stubGlobal('Image', class {
    naturalWidth = 400;
    naturalHeight = 300;
    onload: () => void = () => undefined;
    set src(_url: string) {
      this.onload();
    }
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    let turned: number[] | null = null;
    return {
      fillRect: () => undefined,
      setTransform: (...by: number[]) => (turned = by),
      drawImage: () => drawn.push({ turned, canvas: [this.width, this.height] }),
      getImageData: (_x: number, _y: number, width: number, height: number) => ({ data: new Uint8ClampedArray(width * height * 4), width, height }),
    } as never;
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => give(new Blob(['jpeg'])));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const segment = (marker: number, ...content: number[]) => [0xff, marker, 0, content.length + 2, ...content];
const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const exif = (tiff: number[]) => segment(0xe1, ...letters('Exif\0\0'), ...tiff);
/** A list of one entry: the tag 0x0112, a short. */
const little = (value: number) => [...letters('II'), 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0];
const big = (value: number) => [...letters('MM'), 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0];
const SCAN = segment(0xda, 1, 2, 3);
const jpeg = (...segments: number[][]) => new Blob([Uint8Array.from([0xff, 0xd8, ...segments.flat(), ...SCAN, 9, 9, 0xff, 0xd9])], { type: 'image/jpeg' });

const bytes = (file: Blob) =>
  new Promise<number[]>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve([...new Uint8Array(reader.result as ArrayBuffer)]);
    reader.readAsArrayBuffer(file);
  });

it.each([
  [2, [-1, 0, 0, 1, 400, 0], [400, 300]],
  [3, [-1, 0, 0, -1, 400, 300], [400, 300]],
  [4, [1, 0, 0, -1, 0, 300], [400, 300]],
  [5, [0, 1, 1, 0, 0, 0], [300, 400]],
  [6, [0, 1, -1, 0, 300, 0], [300, 400]],
  [7, [0, -1, -1, 0, 300, 400], [300, 400]],
  [8, [0, -1, 1, 0, 0, 400], [300, 400]],
])('a photo that the camera stored with orientation %i is sent upright, also by a browser that ignores it', async (value, turned, canvas) => {
  for (const tiff of [little, big]) {
    await preparePhoto(jpeg(segment(0xe0, 1, 2), exif(tiff(value))));
    expect(drawn[0]).toEqual({ turned, canvas });
    // Otherwise a browser that does not ignore it would turn the picture twice.
    expect(await bytes(decoded!)).toEqual(await bytes(jpeg(segment(0xe0, 1, 2), exif(tiff(1)))));
    expect(decoded!.type).toBe('image/jpeg');
    drawn = [];
  }
});

it('a picture of a face check is sent upright, too', async () => {
  const stop = new AbortController();
  const step = { kind: 'close_eyes', number: 1, count: 3, stepNonce: 'n', earliest: '', latest: '' } as const;
  await photoCapture(async () => jpeg(exif(little(6)))).film({ faceToken: 't', step, guidance: 'ok', say: () => undefined, signal: stop.signal });
  expect(drawn.length).toBeGreaterThan(0);
  expect(new Set(drawn.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify({ turned: [0, 1, -1, 0, 300, 0], canvas: [300, 400] })]));
});

it.each([
  ['without an orientation', jpeg(segment(0xe0, 1, 2))],
  ['that is upright', jpeg(exif(little(1)))],
  ['with an impossible orientation', jpeg(exif(little(9)))],
  ['whose list leads outside', jpeg(exif([...letters('II'), 42, 0, 0xff, 0xff, 0xff, 0x7f]))],
  ['whose list is cut off', jpeg(exif([...letters('II'), 42, 0, 8, 0, 0, 0, 0xff, 0xff]))],
  ['with an orientation in its pixels', jpeg(SCAN, exif(little(6)))],
  ['with a segment of no length', new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, ...exif(little(6))])])],
  ['of another format', new Blob(['RIFF....WEBP'])],
  ['of nothing', new Blob([])],
])('a file %s is decoded as it is', async (_, file) => {
  await preparePhoto(file);
  expect(decoded).toBe(file);
  expect(drawn[0]).toEqual({ turned: null, canvas: [400, 300] });
});
