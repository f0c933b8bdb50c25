import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { packageFolder } from '../models/weights';

/** A file with which a phone runs the nets, compressed as it is sent. */
export interface PhoneFile {
  name: string;
  type: string;
  packed: Buffer;
}

export interface PhoneFiles {
  /** Changes with any of the files: URLs that contain it may be cached forever. */
  version: string;
  files: ReadonlyMap<string, PhoneFile>;
}

const json = 'application/json';
const bytes = 'application/octet-stream';

/** Package, folder, names and type: the library, its nets for a face, and the kernels with and without SIMD. */
const sources = [
  ['@vladmandic/human', 'dist', ['human.esm.js'], 'text/javascript; charset=utf-8'],
  ['@vladmandic/human', 'models', ['blazeface.json', 'facemesh.json', 'iris.json'], json],
  ['@vladmandic/human', 'models', ['blazeface.bin', 'facemesh.bin', 'iris.bin'], bytes],
  ['@tensorflow/tfjs-backend-wasm', 'dist', ['tfjs-backend-wasm.wasm', 'tfjs-backend-wasm-simd.wasm'], 'application/wasm'],
] as const;

let packed: Promise<PhoneFiles> | null = null;

/** Returns the nets that the worker itself uses, for phones that run detection themselves; compressed once, on first use. */
export function phoneFiles(): Promise<PhoneFiles> {
  packed ??= pack();
  packed.catch(() => (packed = null));
  return packed;
}

async function pack(): Promise<PhoneFiles> {
  const version = createHash('sha256');
  const files = new Map<string, PhoneFile>();
  for (const [name, folder, names, type] of sources) {
    for (const file of names) {
      const plain = await readFile(join(packageFolder(name), folder, file));
      version.update(`${file} ${plain.length}\n`).update(plain);
      files.set(file, { name: file, type, packed: await promisify(gzip)(plain, { level: 9 }) });
    }
  }
  return { version: version.digest('hex').slice(0, 16), files };
}
