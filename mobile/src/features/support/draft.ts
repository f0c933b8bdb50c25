import { readLocal, removeLocal, writeLocal } from '@/lib/storage/local';

/** What could not be saved outlives a reload and a few days without a line; logging out removes it (`draft:`). */
const KEPT_HOURS = 24 * 7;

/** What was typed in a form of this area and is not on the server, laid over its empty values. */
export function readDraft<T extends object>(name: string, empty: T): T {
  const kept = readLocal(`draft:${name}`);
  if (kept === null) return empty;
  try {
    return { ...empty, ...(JSON.parse(kept) as Partial<T>) };
  } catch {
    return empty;
  }
}

/** Whether there is something that the server does not have yet. */
export function hasDraft(name: string): boolean {
  return readLocal(`draft:${name}`) !== null;
}

/** Keeps what the server does not have yet. */
export function writeDraft(name: string, values: object): void {
  writeLocal(`draft:${name}`, JSON.stringify(values), KEPT_HOURS);
}

/** The server has it, or it was sent. */
export function dropDraft(name: string): void {
  removeLocal(`draft:${name}`);
}
