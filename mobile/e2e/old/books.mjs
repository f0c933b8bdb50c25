import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ops } from '../walk/ops.mjs';

/** The pictures of all pending payment proofs with this note. */
export function proofPictures(note) {
  const folder = mkdtempSync(join(tmpdir(), 'proofs-'));
  try {
    const waiting = JSON.parse(ops('proofs', 'list', '--json')).proofs.filter((proof) => proof.note === note);
    return waiting.flatMap(({ proofId }) => JSON.parse(ops('proofs', 'show', proofId, '--to', folder, '--json')).files.map((path) => readFileSync(path)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
