// The root of the clone, and its cache folder, which can be deleted at any time.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..');
export const cache = join(root, '.cache');
