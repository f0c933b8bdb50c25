import { hasUnsaved } from '@/lib/unsaved';
import { savedForms } from './drafts';
import { savedSlots } from './photos';

const holders: (() => boolean)[] = [hasUnsaved];

/** Notes who else may hold in memory what is on no server: the phone may keep nothing. */
export const alsoHolds = (holds: () => boolean): void => void holders.push(holds);

/** Whether something that the borrower typed or photographed is on this phone only: a log-out ends it. */
export async function hasUnsent(): Promise<boolean> {
  if (holders.some((holds) => holds())) return true;
  const kept = await Promise.all([savedForms(), savedSlots('')]);
  return kept.flat().length > 0;
}
