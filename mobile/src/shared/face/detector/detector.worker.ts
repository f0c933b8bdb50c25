// Runs the nets of the face worker on the phone, in a web worker. Only this script is served with a policy that allows
// WebAssembly.
import { facesOf, measure, netsConfig, type Measure, type NetFace } from '@loanmarket/shared-types/face';

/** Requests to the worker: load the nets from a base URL, then find faces in one picture after the other. */
export type DetectorRequest = { base: string } | { id: number; picture: ImageData };

/** The result of a detection: the number of faces, and the measurements of the largest one. */
export interface Detection {
  faces: number;
  measure: Measure | null;
}

export type DetectorReply = { ready: true } | { failed: string } | { id: number; detection: Detection };

/** The used part of @vladmandic/human. The file is served by the face worker together with its nets. */
interface Library {
  Human: new (config: object) => Human;
}

interface Human {
  load: () => Promise<void>;
  detect: (pixels: unknown) => Promise<{ face: NetFace[] }>;
  tf: { tensor3d: (data: Uint8Array, shape: number[], type: 'int32') => { dispose: () => void } };
}

let human: Human | null = null;
const reply = (message: DetectorReply) => self.postMessage(message);

async function load(base: string): Promise<void> {
  const { Human } = (await import(/* @vite-ignore */ `${base}human.esm.js`)) as Library;
  const made = new Human(netsConfig({ modelBasePath: base, wasmPath: base, iris: true }));
  await made.load();
  human = made;
}

async function detect({ width, height, data }: ImageData): Promise<Detection> {
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

self.addEventListener('message', ({ data }: MessageEvent<DetectorRequest>) => {
  const work = 'base' in data ? load(data.base).then(() => reply({ ready: true })) : detect(data.picture).then((detection) => reply({ id: data.id, detection }));
  work.catch((error: unknown) => reply({ failed: String(error) }));
});
