import { ownerId } from './owner';
import { forget, seal, sealedNames, unseal } from './sealed';

/*
 * Photos that were taken and are in no form yet: they outlive a lost line, a reload and a killed page. Each belongs to the
 * borrower who took it and to a slot, which names the form and what the form is about.
 */
const start = (slot: string) => `photo/${ownerId()}/${slot}`;

/** Keeps a photo until a form has it. */
export async function keepPhoto(slot: string, photo: Blob): Promise<void> {
  if (ownerId()) await seal(start(slot), photo);
}

/** The photo that was taken for a slot and is in no form, or null. */
export async function keptPhoto(slot: string): Promise<Blob | null> {
  const photo = ownerId() ? await unseal(start(slot)) : null;
  return photo && new Blob([photo], { type: 'image/jpeg' });
}

/** The slots beginning with `begin` that hold a photo of the borrower. */
export async function keptSlots(begin: string): Promise<string[]> {
  const own = start('');
  return ownerId() ? (await sealedNames(start(begin))).map((name) => name.slice(own.length)) : [];
}

/** Forgets one. */
export async function forgetPhoto(slot: string): Promise<void> {
  await forget(start(slot));
}
