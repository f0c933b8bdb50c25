// The verdicts on mutants, one file each in .cache, so that an interrupted run continues and a repeated run is fast.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from '../launch/place.mjs';
import { internal } from './packages.mjs';

/** The verdicts, as exit codes of `go test`. */
export const verdictOf = { lived: 0, killed: 1, unbuildable: 2 };

const folder = (name) => join(cache, 'mutation', 'verdicts', name.replaceAll('/', '-'));
const hash = (...texts) => createHash('sha256').update(JSON.stringify(texts)).digest('hex');

/** A mutant is identified by the content of its file. */
const place = (name, { file, source }) => join(folder(name), `${hash(file, source)}.json`);

/** Returns a hash of the sources and tests of the packages whose tests are run, which determine the verdict. */
export function stateOf(names) {
  const texts = names.flatMap((other) => {
    const at = join(root, internal, other);
    return readdirSync(at).filter((file) => file.endsWith('.go')).map((file) => readFileSync(join(at, file), 'utf8'));
  });
  return hash(...texts);
}

/**
 * Returns the verdict on a mutant; undefined if it has to be tested. A kill remains valid; that it survived is valid only as
 * long as neither code nor tests have changed.
 */
export function read(name, mutant) {
  try {
    const judged = JSON.parse(readFileSync(place(name, mutant), 'utf8'));
    return judged.verdict !== verdictOf.lived || judged.state === process.env.MUTATION_STATE ? judged : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the verdict, with the test that failed, so that a doubtful kill (a timeout, a slow server) can be checked again. */
export function write(name, mutant, judged) {
  mkdirSync(folder(name), { recursive: true });
  writeFileSync(place(name, mutant), JSON.stringify({ ...judged, file: mutant.file, state: process.env.MUTATION_STATE }));
}

/** Deletes all verdicts of a package. */
export const forget = (name) => rmSync(folder(name), { recursive: true, force: true });
