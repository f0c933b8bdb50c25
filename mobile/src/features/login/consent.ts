import { readLocal, writeLocal } from '@/lib/storage/local';
import { documents } from '@/features/info/documents';

const SLOT = 'consent';
const current = `${documents.terms.version}/${documents.privacy.version}`;

/** Whether the versions in force were accepted on this phone; a new version asks again. */
export function hasConsented(): boolean {
  return readLocal(SLOT) === current;
}

/** Remembers that the versions in force were accepted. */
export function rememberConsent(): void {
  writeLocal(SLOT, current);
}
