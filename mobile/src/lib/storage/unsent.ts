import { ownerId } from './owner';
import { sealedNames } from './sealed';

/** Whether something that the borrower typed or photographed is on this phone only: a log-out ends it. */
export async function hasUnsent(): Promise<boolean> {
  const owner = ownerId();
  const kept = owner ? await Promise.all([`draft/${owner}/`, `photo/${owner}/`].map(sealedNames)) : [];
  return kept.flat().length > 0;
}
