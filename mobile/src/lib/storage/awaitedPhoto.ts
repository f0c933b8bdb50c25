import { ownerId } from './owner';
import { forget, seal, unseal } from './sealed';
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

const NAME = 'awaitedPhoto';
/** A photo that returns later belongs to another attempt. */
const TTL_MS = 3_600_000;
const page = randomId();

/**
 * Notes that the camera or the file picker is open for the field of a slot: a phone with little memory ends the app, or
 * the tab, meanwhile. On the web the note belongs to the tab, and another one must not take it. In the app the tab's
 * storage ends with the page, and local storage is written only after some seconds, when the app may have ended.
 */
export function awaitPhoto(slot: string): void {
  const note = JSON.stringify({ slot, owner: ownerId(), since: Date.now(), page } satisfies Awaited);
  if (isNativeApp()) void seal(NAME, note, TTL_MS);
  else writeTab(NAME, note);
}

/** Deletes the note: the photo has arrived, or the borrower has closed the camera. */
export function endAwaiting(): void {
  if (isNativeApp()) void forget(NAME);
  else removeTabAll(NAME);
}

/** When the camera was opened for the field of a slot, if the page was ended behind it; then the note is deleted. */
export async function awaitedSince(slot: string): Promise<number | null> {
  const note = isNativeApp() ? await sealedNote() : readTab(NAME);
  const awaited = JSON.parse(note ?? 'null') as Awaited | null;
  if (awaited === null || awaited.page === page || awaited.slot !== slot || awaited.owner !== ownerId()) return null;
  endAwaiting();
  return awaited.since;
}

async function sealedNote(): Promise<string | null> {
  const note = await unseal(NAME);
  return note && new TextDecoder().decode(note);
}
