import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pinned from '../../weights.json';

/** Weights are missing, or differ from the measured ones. */
export class WeightsError extends Error {}

/** The models inside the packages, by their path in node_modules, with their SHA-256. */
export const hashes: Readonly<Record<string, string>> = pinned;

/** The folder of an installed package. It is searched for, because some packages do not export their files. */
export function packageFolder(name: string): string {
  const folders = (require.resolve.paths(name) ?? []).map((folder) => join(folder, name));
  const found = folders.find((folder) => existsSync(folder));
  if (!found) throw new WeightsError(`the package ${name} is missing`);
  return found;
}

/** Reads every pinned file; a missing or changed one is an error. */
export async function readWeights(files: readonly string[] = Object.keys(hashes), folder = folderOf): Promise<Map<string, Buffer>> {
  const read = await Promise.all(files.map(async (file) => [file, await verified(folder(file), file)] as const));
  return new Map(read);
}

function folderOf(file: string): string {
  const [scope, name, ...rest] = file.split('/');
  return join(packageFolder(`${scope}/${name}`), ...rest);
}

async function verified(path: string, file: string): Promise<Buffer> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch {
    throw new WeightsError(`${file} is missing`);
  }
  verify(bytes, hashes[file], file);
  return bytes;
}

/** Throws if the bytes do not have the SHA-256. */
export function verify(bytes: Buffer, expected: string | undefined, name: string): void {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== expected) throw new WeightsError(`${name} has SHA-256 ${found}, expected ${expected ?? 'none'}`);
}
