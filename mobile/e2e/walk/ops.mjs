// The server's own books, read as its operators read them.
import { execFileSync } from 'node:child_process';

/** Runs a command of the operator's on the stack of the walk; what it prints. */
export function ops(...line) {
  const binary = process.env.LOANMARKET_BINARY;
  if (!binary) throw new Error('LOANMARKET_BINARY names no binary: the walks read the books with it.');
  return execFileSync(binary, ['ops', '--by=walk', ...line], { encoding: 'utf8' });
}
