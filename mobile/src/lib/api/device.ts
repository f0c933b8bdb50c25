import { randomId } from './attempt';
import { readLocal, writeLocal } from '@/base/storage/local';

const SLOT = 'device';
let own: string | undefined;

/**
 * Returns the random id of this phone, which is stored permanently. The server requires a second fact on an unknown
 * phone, and limits SMS codes per device id. If nothing can be stored, the id lasts as long as the page.
 */
export function deviceId(): string {
  if (own === undefined) {
    own = readLocal(SLOT) ?? randomId();
    writeLocal(SLOT, own);
  }
  return own;
}
