import { randomId } from './attempt';
import { readLocal, writeLocal } from '@/base/storage/local';

const SLOT = 'device';
let own: string | undefined;

/**
 * The name that this phone gives itself, random and kept for good: the server asks for a second fact on a phone that it
 * does not know, and bounds codes by it. Where nothing can be kept, it lasts as long as the page.
 */
export function deviceId(): string {
  if (own === undefined) {
    own = readLocal(SLOT) ?? randomId();
    writeLocal(SLOT, own);
  }
  return own;
}
