import { keptForms } from './drafts';
import { keptSlots } from './photos';

/** Whether something that the borrower typed or photographed is on this phone only: a log-out ends it. */
export async function hasUnsent(): Promise<boolean> {
  const kept = await Promise.all([keptForms(), keptSlots('')]);
  return kept.flat().length > 0;
}
