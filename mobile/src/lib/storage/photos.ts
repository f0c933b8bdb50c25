import { ownerId } from './owner';
import { hex, sha256 } from '@/base/hex';
import { forget, seal, sealedNames, unseal } from './sealed';

/*
 * Photos that were taken and are in no form yet: they outlive a lost line, a reload and a killed page. Each belongs to the
 * borrower who took it and to a slot, which names the form and what the form is about.
 */
const start = (slot: string) => `photo/${ownerId()}/${slot}`;
/** Beside a photo that the server has: its id there. */
const sent = (slot: string) => `sent/${ownerId()}/${slot}`;

/** Keeps a photo until a form has it. */
export async function savePhoto(slot: string, photo: Blob): Promise<void> {
  if (ownerId()) await Promise.all([forget(sent(slot)), seal(start(slot), photo)]);
}

/** The photo that was taken for a slot and is in no form, or null. */
export async function savedPhoto(slot: string): Promise<Blob | null> {
  const photo = ownerId() ? await unseal(start(slot)) : null;
  return photo && new Blob([photo], { type: 'image/jpeg' });
}

/** Notes that the server has this photo of a slot, before a form does: it is not sent twice then, and shown once. */
export async function saveFileId(slot: string, photo: Blob, fileId: string): Promise<void> {
  if (ownerId()) await seal(sent(slot), `${await digest(photo)} ${fileId}`);
}

/** The id on the server of the photo that is kept for a slot, or null: a note about another one, of another tab, does not count. */
export async function savedFileId(slot: string, photo: Blob): Promise<string | null> {
  const note = ownerId() ? await unseal(sent(slot)) : null;
  if (!note) return null;
  const [sum, fileId] = new TextDecoder().decode(note).split(' ');
  return fileId !== undefined && sum === (await digest(photo)) ? fileId : null;
}

const digest = async (photo: Blob) => hex(await sha256(await new Response(photo).arrayBuffer()));

/** The slots beginning with `begin` that hold a photo of the borrower. */
export async function savedSlots(begin: string): Promise<string[]> {
  const own = start('');
  return ownerId() ? (await sealedNames(start(begin))).map((name) => name.slice(own.length)) : [];
}

/** Forgets one. */
export async function forgetPhoto(slot: string): Promise<void> {
  await Promise.all([forget(start(slot)), forget(sent(slot))]);
}
