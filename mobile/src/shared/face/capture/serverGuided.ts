import type { FaceGuidanceCode } from '@loanmarket/shared-types/api';
import { closeCamera } from '@/bridge/camera';
import { choose, type Shot } from './choose';
import { abortError, pause, REASON_SHOWN_MS, type Capture, type StepRun } from './capture';
import { FrameCanvas } from './frameCanvas';
import { ApiError } from '@/lib/api/error';

/** Asks the server what is wrong with one frame. */
export type Look = (faceToken: string, frame: Blob, signal: AbortSignal) => Promise<FaceGuidanceCode>;

/** Two looks per second, the maximum in the contract. */
const LOOK_INTERVAL_MS = 500;
/** How many consecutive looks may fail. */
const MAX_FAILED_LOOKS = 6;
const FRAME_MS = 180;
/**
 * How long the pose and the way back are filmed. A slow phone takes longer, until it has the minimum number of frames
 * of each half.
 */
const POSE_MS = 3000;
const RETURN_MS = 2000;
const POSE_FRAMES = 5;
const RETURN_FRAMES = 3;

/**
 * A live camera guided by the server: every half second one frame is sent, and the server responds with what is wrong
 * with it.
 */
export function serverGuidedCapture(video: HTMLVideoElement, stream: MediaStream, look: Look): Capture {
  const canvas = new FrameCanvas();

  const align = async ({ faceToken, step, guidance, say, signal }: StepRun) => {
    say({ at: 'aligning', step, guidance });
    if (guidance !== 'ok') await pause(REASON_SHOWN_MS, signal);
    for (let lost = 0; ; ) {
      const begin = performance.now();
      await canvas.drawNext(video, signal);
      const seen = await look(faceToken, await canvas.jpeg(), signal).catch((error: unknown) => {
        // A single failed look, because of a busy service or a network gap, does not end the check.
        lost += 1;
        if (signal.aborted || lost > MAX_FAILED_LOOKS || !(error instanceof ApiError) || error.final) throw error;
        return null;
      });
      if (signal.aborted) throw abortError();
      if (seen === 'ok') return;
      if (seen !== null) {
        lost = 0;
        say({ at: 'aligning', step, guidance: seen });
      }
      await pause(Math.max(0, LOOK_INTERVAL_MS - (performance.now() - begin)), signal);
    }
  };

  const record = async ({ step, say, signal }: StepRun): Promise<Shot[]> => {
    const film: Shot[] = [];
    const returns = step.kind !== 'come_closer';
    let half = { back: false, at: performance.now(), frames: 0 };
    /** Whether this half has lasted long enough and has enough frames. */
    const over = (ms: number, frames: number) => performance.now() - half.at > ms && film.length - half.frames >= frames;
    say({ at: 'acting', step, half: 'there' });
    for (;;) {
      const now = performance.now();
      if (!returns && over(POSE_MS + RETURN_MS, POSE_FRAMES + RETURN_FRAMES)) return film;
      if (half.back && over(RETURN_MS, RETURN_FRAMES)) return film;
      if (returns && !half.back && over(POSE_MS, POSE_FRAMES)) {
        half = { back: true, at: now, frames: film.length };
        say({ at: 'acting', step, half: 'back' });
      }
      const small = await canvas.drawNext(video, signal);
      film.push({ picture: await canvas.jpeg(), small, back: half.back });
      await pause(Math.max(0, FRAME_MS - (performance.now() - now)), signal);
    }
  };

  return {
    film: async (run) => {
      await align(run);
      const film = await record(run);
      return choose(run.step.kind, film).map(({ picture }) => picture);
    },
    close: () => closeCamera(stream),
  };
}
