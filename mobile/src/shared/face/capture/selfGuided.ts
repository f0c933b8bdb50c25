import { askedOf, guidance, mayBegin, type Guidance, type Step } from '@loanmarket/shared-types/face';
import { abortError, pause, REASON_SHOWN_MS, type Capture, type StepRun } from './capture';
import { FrameCanvas } from './frameCanvas';
import { watchOf, type Measured } from './watch';
import { closeCamera } from '@/bridge/camera';
import type { FaceDetector } from '../detector/detector';

/** The number of consecutive good looks after which a face counts as still. */
const STEADY_LOOKS = 2;
/** How long something may be wrong during a step before the step starts again. */
const RESTART_AFTER_MS = 1200;
/** After this time without reaching the pose, the borrower is told to go further. */
const HINT_AFTER_MS = 2500;
/** The minimum interval between looks; more are not needed. */
const LOOK_INTERVAL_MS = 60;

/** Only two looks closer in time than this can tell whether a face is still. */
const MAX_GAP_MS = 300;

interface Look {
  code: Guidance;
  seen: Measured | null;
}

/**
 * A live camera guided by the phone, with neural nets that run on it. Guidance is immediate, and only good frames are
 * kept.
 */
export function selfGuidedCapture(video: HTMLVideoElement, stream: MediaStream, detector: FaceDetector): Capture {
  const canvas = new FrameCanvas();

  /** Takes one look. `known` is the data that the rules need besides the picture. */
  const look = async (signal: AbortSignal, known: Parameters<typeof guidance>[2]): Promise<Look> => {
    const begin = performance.now();
    await canvas.drawNext(video, signal);
    const [{ faces, measure }, picture] = await Promise.all([detector.detect(canvas.pixels()), canvas.jpeg()]);
    if (signal.aborted) throw abortError();
    await pause(Math.max(0, LOOK_INTERVAL_MS - (performance.now() - begin)), signal);
    return { code: guidance(faces, measure, known), seen: measure ? { picture, measure } : null };
  };

  /** Waits until the face is in position and still. Returns those pictures. */
  const align = async ({ step, say, signal }: StepRun, why: StepRun['guidance']): Promise<Measured[]> => {
    say({ at: 'aligning', step, guidance: why });
    if (why !== 'ok') await pause(REASON_SHOWN_MS, signal);
    let steady: Measured[] = [];
    let lookedAt = 0;
    while (steady.length < STEADY_LOOKS) {
      const begin = performance.now();
      const before = steady[steady.length - 1]?.measure;
      // Between looks that are far apart in time everybody moves a little.
      const { code, seen } = await look(signal, before && begin - lookedAt < MAX_GAP_MS ? { before } : {});
      lookedAt = begin;
      const now = code === 'ok' && seen && !mayBegin(step.kind as Step, seen.measure) ? 'too_close' : code;
      steady = now === 'ok' && seen ? [...steady, seen] : [];
      say({ at: 'aligning', step, guidance: now });
    }
    return steady;
  };

  /** Follows the step itself. Returns its frames, or the reason why it has to start again. */
  const follow = async ({ step, say, signal }: StepRun, openings: Measured[]): Promise<Blob[] | StepRun['guidance']> => {
    const kind = step.kind as Step;
    const watch = watchOf(kind, openings);
    const { eyes, pose } = openings[openings.length - 1]!.measure;
    const known = { own: { eyes, yaw: pose.yaw, pitch: pose.pitch }, asked: askedOf[kind] };
    const begin = performance.now();
    let wrongSince: number | null = null;
    say({ at: 'acting', step, half: 'there' });
    for (;;) {
      const { code, seen } = await look(signal, known);
      if (code !== 'ok' || !seen) {
        wrongSince ??= performance.now();
        if (performance.now() - wrongSince > RESTART_AFTER_MS) return code;
        continue;
      }
      wrongSince = null;
      const half = watch.take(seen);
      if (half === 'mirrored') return 'capture_failed';
      // The step is requested again, slowly. If it were sent, the server would count it as not done.
      if (half === 'skipped') return `step_${kind}`;
      if (half === 'done') return watch.frames();
      say({ at: 'acting', step, half, more: half === 'there' && performance.now() - begin > HINT_AFTER_MS });
    }
  };

  return {
    film: async (run) => {
      for (let why = run.guidance; ; ) {
        const followed = await follow(run, await align(run, why));
        if (typeof followed !== 'string') return followed;
        why = followed;
      }
    },
    close: () => {
      detector.close();
      closeCamera(stream);
    },
  };
}
