import { picturesOf } from '@loanmarket/shared-types/face';
import { abortError, type Capture } from './capture';
import { FrameCanvas } from './frameCanvas';
import { loadPicture } from '@/base/picture/picture';
import { forgetOriginal } from '@/bridge/photos';

/** Resolves to the next picture that the borrower takes. */
export type NextPicture = (signal: AbortSignal) => Promise<Blob>;

/** Captures single pictures with the phone's camera app, for phones whose pages have no live camera. */
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
        if (signal.aborted) throw abortError();
        why = frame ? 'ok' : 'capture_failed';
        if (frame) frames.push(frame);
      }
      return frames;
    },
    close: () => undefined,
  };
}

async function shrink(canvas: FrameCanvas, file: Blob): Promise<Blob> {
  try {
    const { picture, release } = await loadPicture(file);
    try {
      canvas.draw(picture);
    } finally {
      release();
    }
    return await canvas.jpeg();
  } finally {
    forgetOriginal(file);
  }
}
