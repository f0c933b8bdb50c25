import { askedOf, guidance, mayBegin, type Guidance, type Step } from '@loanmarket/shared-types/face';
import { gone, pause, READ_MS, type Capture, type StepRun } from './capture';
import { FrameCanvas } from './frameCanvas';
import { watchOf, type Measured } from './watch';
import { closeCamera } from '@/bridge/camera';
import type { FaceDetector } from '../detector/detector';

/** A face that holds still for so many looks in a row is ready. */
const STEADY = 2;
/** What is wrong for so long in the middle of a step ends it: from the start again. */
const WRONG_MS = 1200;
/** Whoever has not got there by then is told to go on. */
const MORE_MS = 2500;
/** No phone needs more looks in a second. */
const LOOK_MS = 60;

/** Two looks that are nearer than this tell whether a face holds still. */
const CLOSE_MS = 300;

interface Look {
  code: Guidance;
  seen: Measured | null;
}

/** A live camera that the phone guides itself, by nets that run on it: guidance comes at once, and only good frames are kept. */
export function selfGuidedCapture(video: HTMLVideoElement, stream: MediaStream, detector: FaceDetector): Capture {
  const canvas = new FrameCanvas();

  /** One look; `known` is what the rules need beside the picture. */
  const look = async (signal: AbortSignal, known: Parameters<typeof guidance>[2]): Promise<Look> => {
    const begin = performance.now();
    await canvas.drawNext(video, signal);
    const [{ faces, measure }, picture] = await Promise.all([detector.detect(canvas.pixels()), canvas.jpeg()]);
    if (signal.aborted) throw gone();
    await pause(Math.max(0, LOOK_MS - (performance.now() - begin)), signal);
    return { code: guidance(faces, measure, known), seen: measure ? { picture, measure } : null };
  };

  /** Until the face is right and still; answers with those pictures. */
  const align = async ({ step, say, signal }: StepRun, why: StepRun['guidance']): Promise<Measured[]> => {
    say({ at: 'aligning', step, guidance: why });
    if (why !== 'ok') await pause(READ_MS, signal);
    let steady: Measured[] = [];
    let lookedAt = 0;
    while (steady.length < STEADY) {
      const begin = performance.now();
      const before = steady[steady.length - 1]?.measure;
      // Between two looks that lie far apart everybody sways.
      const { code, seen } = await look(signal, before && begin - lookedAt < CLOSE_MS ? { before } : {});
      lookedAt = begin;
      const now = code === 'ok' && seen && !mayBegin(step.kind as Step, seen.measure) ? 'too_close' : code;
      steady = now === 'ok' && seen ? [...steady, seen] : [];
      say({ at: 'aligning', step, guidance: now });
    }
    return steady;
  };

  /** The step itself; answers with its frames, or with why it has to begin anew. */
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
        if (performance.now() - wrongSince > WRONG_MS) return code;
        continue;
      }
      wrongSince = null;
      const half = watch.take(seen);
      if (half === 'mirrored') return 'capture_failed';
      // Asked for once more, slowly: sent, it would count as one that was not done.
      if (half === 'skipped') return `step_${kind}`;
      if (half === 'done') return watch.frames();
      say({ at: 'acting', step, half, more: half === 'there' && performance.now() - begin > MORE_MS });
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
