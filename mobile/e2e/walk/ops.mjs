// Access to the server's records through the operator's commands.
import { execFileSync } from 'node:child_process';

/** Runs an operator command on the stack of the tests. Returns its output. */
export function ops(...line) {
  const binary = process.env.LOANMARKET_BINARY;
  if (!binary) throw new Error('LOANMARKET_BINARY names no binary: the walks read the books with it.');
  return execFileSync(binary, ['ops', '--by=walk', ...line], { encoding: 'utf8' });
}
