import type { Asked, Said, Seen } from './faceSight.worker';
import { startThread } from './thread';
import { withTimeout } from '@/base/withTimeout';
import { API_ORIGIN } from '@/lib/api/origin';

/** Face detection on the phone itself: the face worker's nets, run in a web worker. */
export interface Sight {
  /** Looks at a picture; one at a time. */
  look: (picture: ImageData) => Promise<Seen>;
  close: () => void;
}

/** How long the nets may take to be there, about 5 MB the first time; they are kept for good. */
const LOAD_MS = 8000;
/** Slower than this a look guides nobody. */
const SLOW_MS = 700;

/** Once is enough to know that this phone, or its line, cannot. */
let hopeless = false;

/** Loads the nets; null where this phone cannot run them fast enough, or does not get them soon: the server has to look instead. */
export async function openSight(signal: AbortSignal): Promise<Sight | null> {
  if (hopeless || !worthIt()) return null;
  const thread = startThread();
  if (!thread) return null;
  const sight = sightOf(thread);
  const give = () => sight.close();
  signal.addEventListener('abort', give);
  try {
    await withTimeout(LOAD_MS, () => sight.load(signal));
    // The first look also prepares the nets.
    await withTimeout(LOAD_MS, () => sight.look(blank()));
    const begin = performance.now();
    await withTimeout(LOAD_MS, () => sight.look(blank()));
    if (performance.now() - begin > SLOW_MS) throw new Error('too slow');
    return sight;
  } catch {
    hopeless = !signal.aborted;
    sight.close();
    return null;
  } finally {
    signal.removeEventListener('abort', give);
  }
}

/** A picture is given away with each look. */
const blank = () => new ImageData(480, 640);

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether 5 MB and some memory are worth asking for here. */
function worthIt(): boolean {
  const { connection, deviceMemory } = navigator as Navigator & { connection?: Connection; deviceMemory?: number };
  if (connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? '')) return false;
  return typeof WebAssembly === 'object' && (deviceMemory === undefined || deviceMemory >= 2);
}

function sightOf(thread: Worker) {
  const open = new Map<number, { resolve: (seen: Seen) => void; reject: (error: Error) => void }>();
  let loaded: { resolve: () => void; reject: (error: Error) => void } | null = null;
  let number = 0;
  const fail = (why: string) => {
    const error = new Error(why);
    loaded?.reject(error);
    open.forEach(({ reject }) => reject(error));
    open.clear();
  };
  thread.addEventListener('error', () => fail('the thread failed'));
  thread.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if ('failed' in data) return fail(data.failed);
    if ('ready' in data) return loaded?.resolve();
    open.get(data.id)?.resolve(data.seen);
    open.delete(data.id);
  });
  const ask = (asked: Asked, transfer: Transferable[] = []) => thread.postMessage(asked, transfer);
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
    look: (picture: ImageData) =>
      new Promise<Seen>((resolve, reject) => {
        number += 1;
        open.set(number, { resolve, reject });
        ask({ id: number, picture }, [picture.data.buffer]);
      }),
    close: () => {
      thread.terminate();
      fail('closed');
    },
  };
}
