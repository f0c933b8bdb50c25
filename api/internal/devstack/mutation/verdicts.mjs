// The verdicts on planted mistakes, a file each in .cache, so that a run that was ended goes on and a repeat is quick.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from '../launch/place.mjs';
import { internal } from './packages.mjs';

/** The verdicts, as `go test` would end. */
export const verdictOf = { lived: 0, killed: 1, unbuildable: 2 };

const folder = (name) => join(cache, 'mutation', 'verdicts', name.replaceAll('/', '-'));
const hash = (...texts) => createHash('sha256').update(JSON.stringify(texts)).digest('hex');

/** A mistake is known by the file that it makes. */
const place = (name, { file, source }) => join(folder(name), `${hash(file, source)}.json`);

/** The sources and tests of the packages that are asked: what can change whether a mistake is noticed. */
export function stateOf(names) {
  const texts = names.flatMap((other) => {
    const at = join(root, internal, other);
    return readdirSync(at).filter((file) => file.endsWith('.go')).map((file) => readFileSync(join(at, file), 'utf8'));
  });
  return hash(...texts);
}

/**
 * The verdict on a mistake, undefined where it has to be judged. Whoever noticed it once is believed; that nobody did holds
 * only as long as neither code nor tests have changed.
 */
export function read(name, mutant) {
  try {
    const judged = JSON.parse(readFileSync(place(name, mutant), 'utf8'));
    return judged.verdict !== verdictOf.lived || judged.state === process.env.MUTATION_STATE ? judged : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers it, with the test that noticed: a doubtful one (it was late, a server was) can be asked again. */
export function write(name, mutant, judged) {
  mkdirSync(folder(name), { recursive: true });
  writeFileSync(place(name, mutant), JSON.stringify({ ...judged, file: mutant.file, state: process.env.MUTATION_STATE }));
}

/** Forgets all of a package. */
export const forget = (name) => rmSync(folder(name), { recursive: true, force: true });
