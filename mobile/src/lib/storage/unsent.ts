import { hasUnsaved } from '@/lib/unsaved';
import { savedForms } from './drafts';
import { savedSlots } from './photos';

const checks: (() => boolean)[] = [hasUnsaved];

/** Adds a check for data that is in memory and not yet on the server; it may not be in the storage of the phone, either. */
export const addUnsentCheck = (check: () => boolean): void => void checks.push(check);

/** Whether something that the borrower typed or photographed is on this phone only, so that a log-out would lose it. */
export async function hasUnsent(): Promise<boolean> {
  if (checks.some((check) => check())) return true;
  const kept = await Promise.all([savedForms(), savedSlots('')]);
  return kept.flat().length > 0;
}
