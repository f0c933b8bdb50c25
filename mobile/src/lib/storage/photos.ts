import { ownerId } from './owner';
import { hex, sha256 } from '@/base/hex';
import { forget, seal, sealedNames, unseal } from './sealed';

/*
 * Photos that are not part of a submitted form yet. They survive a lost connection, a reload and a killed page. Each
 * belongs to the borrower who took it and to a slot, which names the form and its subject.
 */
const start = (slot: string) => `photo/${ownerId()}/${slot}`;
/** The name under which the server's file id of an uploaded photo is stored. */
const sent = (slot: string) => `sent/${ownerId()}/${slot}`;

/** The name of the mark of a photo that may not be uploaded before the borrower says so. */
const held = (slot: string) => `held/${ownerId()}/${slot}`;

/** Stores a photo until its form is submitted. `isHeld`: it may not be uploaded before the borrower says so. */
export async function savePhoto(slot: string, photo: Blob, isHeld = false): Promise<void> {
  if (ownerId()) await Promise.all([forget(sent(slot)), isHeld ? seal(held(slot), '') : forget(held(slot)), seal(start(slot), photo)]);
}

/** The borrower lets a photo that was held back be uploaded. */
export const releasePhoto = (slot: string): Promise<void> => forget(held(slot));

/** Whether the photo stored for a slot may not be uploaded yet. */
export const isPhotoHeld = async (slot: string): Promise<boolean> => ownerId() !== '' && (await unseal(held(slot))) !== null;

/** The stored photo of a slot; null if there is none. */
export async function savedPhoto(slot: string): Promise<Blob | null> {
  const photo = ownerId() ? await unseal(start(slot)) : null;
  return photo && new Blob([photo], { type: 'image/jpeg' });
}

/**
 * Stores the file id of a photo that has been uploaded but is in no form yet, so that it is not uploaded twice and
 * shown once.
 */
export async function saveFileId(slot: string, photo: Blob, fileId: string): Promise<void> {
  if (ownerId()) await seal(sent(slot), `${await digest(photo)} ${fileId}`);
}

/**
 * The server's file id of the photo stored for a slot; null if there is none. An id stored by another tab for another
 * photo is ignored.
 */
export async function savedFileId(slot: string, photo: Blob): Promise<string | null> {
  const note = ownerId() ? await unseal(sent(slot)) : null;
  if (!note) return null;
  const [sum, fileId] = new TextDecoder().decode(note).split(' ');
  return fileId !== undefined && sum === (await digest(photo)) ? fileId : null;
}

const digest = async (photo: Blob) => hex(await sha256(await new Response(photo).arrayBuffer()));

/** The slots beginning with `begin` that contain a photo of the borrower. */
export async function savedSlots(begin: string): Promise<string[]> {
  const own = start('');
  return ownerId() ? (await sealedNames(start(begin))).map((name) => name.slice(own.length)) : [];
}

/** Deletes the photo of a slot and its file id. */
export async function forgetPhoto(slot: string): Promise<void> {
  await Promise.all([forget(start(slot)), forget(sent(slot)), forget(held(slot))]);
}

/**
 * Deletes the photo of a slot, because its form has it. The file id remains for a day or until the next photo: another
 * tab with the same photo uses it.
 */
export async function forgetSentPhoto(slot: string): Promise<void> {
  await forget(start(slot));
}
