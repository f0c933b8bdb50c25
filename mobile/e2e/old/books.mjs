// The server's own books, read as its operators read them. Needs LOANMARKET_BINARY.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ops = (...line) => execFileSync(process.env.LOANMARKET_BINARY, ['ops', '--by=walk', ...line], { encoding: 'utf8' });

/** The pictures of all proofs of a payment that wait for an operator with that note. */
export function proofPictures(note) {
  const folder = mkdtempSync(join(tmpdir(), 'proofs-'));
  try {
    const waiting = JSON.parse(ops('proofs', 'list', '--json')).filter((proof) => proof.note === note);
    return waiting.flatMap(({ proofId }) => JSON.parse(ops('proofs', 'show', proofId, '--to', folder, '--json')).files.map((path) => readFileSync(path)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
