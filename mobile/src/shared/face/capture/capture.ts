import type { FaceGuidanceCode, FaceStep } from '@loanmarket/shared-types/api';
import type { Stage } from '../stage';

/** The input of `Capture.film` for one step. */
export interface StepRun {
  faceToken: string;
  step: FaceStep;
  /** Why the step is repeated, or `ok`. */
  guidance: FaceGuidanceCode;
  say: (stage: Stage) => void;
  signal: AbortSignal;
}

/**
 * How the frames of a step are captured. useFaceCheck takes the best way that the phone supports: a live camera guided
 * by the phone (selfGuided.ts), a live camera guided by the server (serverGuided.ts), or single photos of the phone's
 * camera app (photos.ts).
 */
export interface Capture {
  /** The borrower takes each picture manually, so the server allows more time per step. */
  pictures?: true;
  /** Guides the borrower into position and through the step. Returns the frames that show it. */
  film: (run: StepRun) => Promise<Blob[]>;
  /** Releases the camera. */
  close: () => void;
}

/** How long the reason for a repeated step is shown before the next instruction, in milliseconds. */
export const REASON_SHOWN_MS = 1600;

/** Waits. Rejects immediately when the check is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(abortError());
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(abortError());
    };
    signal.addEventListener('abort', stop);
    return undefined;
  });
}

/** The error thrown in a check that was aborted. */
export const abortError = () => Object.assign(new Error('gone'), { name: 'AbortError' });
