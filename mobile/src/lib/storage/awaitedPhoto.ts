import { ownerId } from './owner';
import { readLocal, removeLocal, writeLocal } from '@/base/storage/local';
import { readTab, removeTabAll, writeTab } from '@/base/storage/tab';
import { isNativeApp } from '@/bridge/host';
import { randomId } from '@/lib/api/attempt';

/** The field for which the camera or the file picker is open. */
interface Awaited {
  slot: string;
  owner: string;
  /** Milliseconds by the phone's clock. */
  since: number;
  /** The page that waits. After a restart it is another one. */
  page: string;
}

const KEY = 'awaitedPhoto';
/** A photo that returns later belongs to another attempt. */
const HOURS = 1;
const page = randomId();

/**
 * Notes that the camera or the file picker is open for the field of a slot: a phone with little memory ends the app, or
 * the tab, meanwhile. Another tab must not take the note. In the app there is one page, whose tab storage ends with it.
 */
export function awaitPhoto(slot: string): void {
  const note = JSON.stringify({ slot, owner: ownerId(), since: Date.now(), page } satisfies Awaited);
  if (isNativeApp()) writeLocal(KEY, note, HOURS);
  else writeTab(KEY, note);
}

/** Deletes the note: the photo has arrived, or the borrower has closed the camera. */
export function endAwaiting(): void {
  removeLocal(KEY);
  removeTabAll(KEY);
}

/** When the camera was opened for the field of a slot, if the page was ended behind it; then the note is deleted. */
export function awaitedSince(slot: string): number | null {
  const note = JSON.parse((isNativeApp() ? readLocal(KEY) : readTab(KEY)) ?? 'null') as Awaited | null;
  if (note === null || note.page === page || note.slot !== slot || note.owner !== ownerId()) return null;
  endAwaiting();
  return note.since;
}
