import { useIonViewWillLeave } from '@ionic/react';
import type { FaceScene, FaceVerdictData } from '@loanmarket/shared-types/api';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { callsOf } from '../calls';
import { runCheck } from '../check';
import { abortError, pause, type Capture } from '../capture/capture';
import { serverGuidedCapture } from '../capture/serverGuided';
import { photoCapture } from '../capture/photos';
import { selfGuidedCapture } from '../capture/selfGuided';
import { openDetector } from '../detector/detector';
import { Stopped, type Stage, type Stop } from '../stage';
import { canTakePictures, closeCamera, onCameraLost, openCamera, type CameraRefusal } from '@/bridge/camera';
import { tapSuccess } from '@/bridge/haptics';
import { useOnceAllowed } from './useOnceAllowed';
import { withTimeout } from '@/base/withTimeout';
import { canHaveKey, findKey } from '@/lib/deviceKey/deviceKey';
import { useBackStep } from '@/ui/overlay/useBackStep';

export interface FaceCheck {
  stage: Stage;
  /** The element that shows the live picture. */
  video: RefObject<HTMLVideoElement>;
  start: () => void;
  /** Passes a picture taken by the phone's camera app. */
  take: (picture: Blob) => void;
}

interface Wish {
  scene: FaceScene;
  phone?: string | undefined;
  onPassed: (verdict: FaceVerdictData) => void;
  /** Called at every stop, so that the caller can name the obstacle. */
  onStopped?: ((why: Stop) => void) | undefined;
}

const refusals: Record<Exclude<CameraRefusal, 'missing'>, Stop> = { denied: '001', busy: 'camera_busy' };

/** The stages during which a check is running. Back leads to the start of the check. */
const UNDER_WAY: readonly Stage['at'][] = ['opening', 'aligning', 'acting', 'picture', 'sending', 'judging'];

/** Runs one check per start. However a check ends, the camera is released. */
export function useFaceCheck({ scene, phone, onPassed, onStopped }: Wish): FaceCheck {
  const [stage, setStage] = useState<Stage>({ at: 'intro' });
  const video = useRef<HTMLVideoElement>(null);
  const running = useRef<AbortController | null>(null);
  const waiting = useRef<((picture: Blob) => void) | null>(null);
  const told = useRef({ onPassed, onStopped });
  told.current = { onPassed, onStopped };

  const stop = useCallback((why: Stop, retryAfter = 0, words = '') => {
    setStage({ at: 'stopped', why, retryAfter, words });
    told.current.onStopped?.(why);
  }, []);

  const next = useCallback(
    (signal: AbortSignal) =>
      new Promise<Blob>((resolve, reject) => {
        waiting.current = resolve;
        signal.addEventListener('abort', () => {
          waiting.current = null;
          reject(abortError());
        });
      }),
    [],
  );

  const leave = useCallback(() => {
    running.current?.abort();
    running.current = null;
  }, []);
  const halt = useCallback(
    (why: Stop) => {
      if (!running.current) return;
      leave();
      stop(why);
    },
    [leave, stop],
  );

  const run = useCallback(async () => {
    if (running.current) return;
    const { signal } = (running.current = new AbortController());
    const say = (now: Stage) => !signal.aborted && setStage(now);
    let capture: Capture | null = null;
    say({ at: 'opening' });
    try {
      const calls = callsOf(scene, phone);
      capture = await captureOf(video, calls.look, next, signal, () => halt('camera_lost'));
      const verdict = await runCheck({ calls, key: await findKey(), capture, say, onStep: tapSuccess, signal });
      tapSuccess();
      say({ at: 'passed' });
      told.current.onPassed(verdict);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Stopped) stop(error.why, error.retryAfter, error.words);
      else stop('000');
    } finally {
      capture?.close();
      if (running.current?.signal === signal) running.current = null;
    }
  }, [scene, phone, next, stop, halt]);

  useOnceAllowed(stage.at === 'stopped' && stage.why === '001', () => void run());

  useBackStep(UNDER_WAY.includes(stage.at), () => {
    leave();
    setStage({ at: 'intro' });
  });

  const interrupt = useCallback(() => halt('interrupted'), [halt]);
  // Another page came to the front; this one stays mounted behind it.
  useIonViewWillLeave(interrupt, [interrupt]);

  useEffect(() => {
    // A hidden page cannot do a step, and the camera's light must not stay on. The phone's camera app also hides the
    // page; its pictures arrive after that.
    const hide = () => {
      if (document.hidden && !waiting.current) interrupt();
    };
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [interrupt, leave]);

  return {
    stage,
    video,
    start: () => void run(),
    take: (picture) => {
      const give = waiting.current;
      waiting.current = null;
      give?.(picture);
    },
  };
}

/**
 * Opens the live camera if the page may use it, otherwise takes single photos. Throws Stopped if neither is possible.
 */
async function captureOf(
  video: RefObject<HTMLVideoElement>,
  look: Parameters<typeof serverGuidedCapture>[2],
  next: Parameters<typeof photoCapture>[0],
  signal: AbortSignal,
  lost: () => void,
): Promise<Capture> {
  if (!canHaveKey()) throw new Stopped('002');
  const camera = await openCamera('user');
  if ('refusal' in camera) {
    if (camera.refusal !== 'missing') throw new Stopped(refusals[camera.refusal]);
    if (!canTakePictures()) throw new Stopped('002');
    return photoCapture(next);
  }
  onCameraLost(camera.stream, lost);
  try {
    const screen = await mounted(video, signal);
    await play(screen, camera.stream, signal);
    // Loaded only after the camera was allowed, so that a refusal loads nothing.
    const detector = await openDetector(signal);
    return detector ? selfGuidedCapture(screen, camera.stream, detector) : serverGuidedCapture(screen, camera.stream, look);
  } catch {
    closeCamera(camera.stream);
    throw new Stopped('000');
  }
}

/** Waits for the video element. A camera that was allowed before opens faster than the screen renders. */
async function mounted(video: RefObject<HTMLVideoElement>, signal: AbortSignal): Promise<HTMLVideoElement> {
  while (!video.current) await pause(20, signal);
  return video.current;
}

/** How long a camera may take until its first picture. */
const FIRST_PICTURE_MS = 10_000;

async function play(video: HTMLVideoElement, stream: MediaStream, signal: AbortSignal): Promise<void> {
  video.srcObject = stream;
  await Promise.all([video.play(), withTimeout(FIRST_PICTURE_MS, (over) => firstPicture(video, over), signal)]);
}

/** Waits for the first picture. The element outlives the check, so the listener must always be removed. */
function firstPicture(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(abortError());
    const stop = () => video.removeEventListener('loadeddata', ready);
    const ready = () => {
      if (video.videoWidth === 0) return;
      stop();
      resolve();
    };
    video.addEventListener('loadeddata', ready);
    signal.addEventListener('abort', () => {
      stop();
      reject(abortError());
    });
    ready();
    return undefined;
  });
}
