// The nets of the face worker on the phone, in a thread of their own. The server gives this script alone a policy under which
// WebAssembly runs.
import { facesOf, measure, netsConfig, type Measure, type NetFace } from '@loanmarket/shared-types/face';

/** What the thread is asked: to load the nets of an address, then to look at one picture after the other. */
export type Asked = { base: string } | { id: number; picture: ImageData };

/** What one look saw: how many faces, and the largest measured. */
export interface Seen {
  faces: number;
  measure: Measure | null;
}

export type Said = { ready: true } | { failed: string } | { id: number; seen: Seen };

/** What is used of @vladmandic/human; the file comes from the face worker, with its nets. */
interface Library {
  Human: new (config: object) => Human;
}

interface Human {
  load: () => Promise<void>;
  detect: (pixels: unknown) => Promise<{ face: NetFace[] }>;
  tf: { tensor3d: (data: Uint8Array, shape: number[], type: 'int32') => { dispose: () => void } };
}

let human: Human | null = null;
const say = (said: Said) => self.postMessage(said);

async function load(base: string): Promise<void> {
  const { Human } = (await import(/* @vite-ignore */ `${base}human.esm.js`)) as Library;
  const made = new Human(netsConfig({ modelBasePath: base, wasmPath: base, iris: true }));
  await made.load();
  human = made;
}

async function look({ width, height, data }: ImageData): Promise<Seen> {
  if (!human) throw new Error('the nets are not loaded');
  const pixels = human.tf.tensor3d(new Uint8Array(data.buffer), [height, width, 4], 'int32');
  try {
    const picture = { width, height, channels: 4 as const, data };
    const found = facesOf((await human.detect(pixels)).face, picture);
    const [face] = found;
    return { faces: found.length, measure: face ? measure(picture, face.mesh, face.score) : null };
  } finally {
    pixels.dispose();
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const work = 'base' in data ? load(data.base).then(() => say({ ready: true })) : look(data.picture).then((seen) => say({ id: data.id, seen }));
  work.catch((error: unknown) => say({ failed: String(error) }));
});
