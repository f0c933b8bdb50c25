import type { Detection, DetectorReply, DetectorRequest } from './detector.worker';
import { startWorker } from './startWorker';
import { withTimeout } from '@/base/withTimeout';
import { API_ORIGIN } from '@/lib/api/origin';

/** Face detection on the phone: the nets of the face worker, running in a web worker. */
export interface FaceDetector {
  /** Finds the faces in a picture, whose pixel buffer is transferred. Only one detection may run at a time. */
  detect: (picture: ImageData) => Promise<Detection>;
  close: () => void;
}

/** How long loading the nets may take. They have about 5 MB the first time and are then cached for good. */
const LOAD_TIMEOUT_MS = 8000;
/** A slower detection is too slow for guidance. */
const MAX_DETECTION_MS = 700;

/** Set after one failure, which is enough to know that this phone or its network is too slow. */
let hopeless = false;

/**
 * Loads the nets. Returns null if this phone cannot run them fast enough or cannot load them in time; the server guides
 * instead.
 */
export async function openDetector(signal: AbortSignal): Promise<FaceDetector | null> {
  if (hopeless || !worthIt()) return null;
  const worker = startWorker();
  if (!worker) return null;
  const detector = detectorOf(worker);
  const give = () => detector.close();
  signal.addEventListener('abort', give);
  try {
    await withTimeout(LOAD_TIMEOUT_MS, () => detector.load(signal));
    // The first detection also warms up the nets.
    await withTimeout(LOAD_TIMEOUT_MS, () => detector.detect(blank()));
    const begin = performance.now();
    await withTimeout(LOAD_TIMEOUT_MS, () => detector.detect(blank()));
    if (performance.now() - begin > MAX_DETECTION_MS) throw new Error('too slow');
    return detector;
  } catch {
    hopeless = !signal.aborted;
    detector.close();
    return null;
  } finally {
    signal.removeEventListener('abort', give);
  }
}

/** A new picture for each detection, because its buffer is transferred. */
const blank = () => new ImageData(480, 640);

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether this phone has enough memory and a suitable network for loading 5 MB. */
function worthIt(): boolean {
  const { connection, deviceMemory } = navigator as Navigator & { connection?: Connection; deviceMemory?: number };
  if (connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? '')) return false;
  return typeof WebAssembly === 'object' && (deviceMemory === undefined || deviceMemory >= 2);
}

function detectorOf(worker: Worker) {
  const pending = new Map<number, { resolve: (detection: Detection) => void; reject: (error: Error) => void }>();
  let loaded: { resolve: () => void; reject: (error: Error) => void } | null = null;
  let number = 0;
  const fail = (why: string) => {
    const error = new Error(why);
    loaded?.reject(error);
    pending.forEach(({ reject }) => reject(error));
    pending.clear();
  };
  worker.addEventListener('error', () => fail('the worker failed'));
  worker.addEventListener('message', ({ data }: MessageEvent<DetectorReply>) => {
    if ('failed' in data) return fail(data.failed);
    if ('ready' in data) return loaded?.resolve();
    pending.get(data.id)?.resolve(data.detection);
    pending.delete(data.id);
  });
  const ask = (request: DetectorRequest, transfer: Transferable[] = []) => worker.postMessage(request, transfer);
  return {
    load: async (signal: AbortSignal) => {
      const answer = await fetch(`${API_ORIGIN}/face/models.json`, { signal, cache: 'no-store' });
      if (!answer.ok) throw new Error('no nets');
      const { version } = (await answer.json()) as { version: string };
      await new Promise<void>((resolve, reject) => {
        loaded = { resolve, reject };
        ask({ base: new URL(`${API_ORIGIN}/face/${version}/`, location.href).href });
      });
    },
    detect: (picture: ImageData) =>
      new Promise<Detection>((resolve, reject) => {
        number += 1;
        pending.set(number, { resolve, reject });
        ask({ id: number, picture }, [picture.data.buffer]);
      }),
    close: () => {
      worker.terminate();
      fail('closed');
    },
  };
}
