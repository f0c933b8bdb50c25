import { holdsUnsaved } from '@/lib/unsaved';
import { keptForms } from './drafts';
import { keptSlots } from './photos';

const holders: (() => boolean)[] = [holdsUnsaved];

/** Notes who else may hold in memory what is on no server: the phone may keep nothing. */
export const alsoHolds = (holds: () => boolean): void => void holders.push(holds);

/** Whether something that the borrower typed or photographed is on this phone only: a log-out ends it. */
export async function hasUnsent(): Promise<boolean> {
  if (holders.some((holds) => holds())) return true;
  const kept = await Promise.all([keptForms(), keptSlots('')]);
  return kept.flat().length > 0;
}
