import { picturesOf } from '@loanmarket/shared-types/face';
import { gone, type Capture } from './capture';
import { FrameCanvas } from './frameCanvas';
import { forgetOriginal } from '@/bridge/photos';

/** Hands over the picture that was taken next. */
export type NextPicture = (signal: AbortSignal) => Promise<Blob>;

/** Single pictures of the phone's own camera, for phones that show no live one to a page. */
export function photoCapture(next: NextPicture): Capture {
  const canvas = new FrameCanvas();
  return {
    pictures: true,
    film: async ({ step, guidance, say, signal }) => {
      const wanted = picturesOf[step.kind];
      const frames: Blob[] = [];
      let why = guidance;
      while (frames.length < wanted.length) {
        say({ at: 'picture', step, pose: wanted[frames.length]!, number: frames.length + 1, count: wanted.length, guidance: why });
        const frame = await shrink(canvas, await next(signal)).catch(() => null);
        if (signal.aborted) throw gone();
        why = frame ? 'ok' : 'capture_failed';
        if (frame) frames.push(frame);
      }
      return frames;
    },
    close: () => undefined,
  };
}

/** Through an img element: it turns the picture as the camera says. */
async function shrink(canvas: FrameCanvas, file: Blob): Promise<Blob> {
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    await new Promise((resolve, reject) => {
      picture.onload = resolve;
      picture.onerror = () => reject(new Error('no picture'));
      picture.src = url;
    });
    canvas.draw(picture, picture.naturalWidth, picture.naturalHeight);
    return await canvas.jpeg();
  } finally {
    URL.revokeObjectURL(url);
    forgetOriginal(file);
  }
}
