// Where the clone is, and where it keeps what can be made again.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..');
export const cache = join(root, '.cache');
