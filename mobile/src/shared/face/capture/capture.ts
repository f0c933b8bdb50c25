import type { FaceGuidanceCode, FaceStep } from '@loanmarket/shared-types/api';
import type { Stage } from '../stage';

/** What `Capture.film` is given for one step. */
export interface StepRun {
  faceToken: string;
  step: FaceStep;
  /** Why the step comes again, or `ok`. */
  guidance: FaceGuidanceCode;
  say: (stage: Stage) => void;
  signal: AbortSignal;
}

/**
 * How the frames of a step are captured. useFaceCheck takes the best that the phone can do: a live camera that the phone guides itself
 * (selfGuided.ts), one that the server guides (serverGuided.ts), or single photos of the phone's own camera (photos.ts).
 */
export interface Capture {
  /** The borrower takes each picture by hand, so the server gives a step more time. */
  pictures?: true;
  /** Guides the borrower into place and through the step; answers with the frames that show it. */
  film: (run: StepRun) => Promise<Blob[]>;
  /** Lets the camera go. */
  close: () => void;
}

/** Why a step comes again is read before the next thing is said. */
export const READ_MS = 1600;

/** Waits; rejects at once when the check is given up. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(gone());
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(gone());
    };
    signal.addEventListener('abort', stop);
    return undefined;
  });
}

/** What is thrown in a check that nobody looks at any more. */
export const gone = () => Object.assign(new Error('gone'), { name: 'AbortError' });
