import { useSyncExternalStore } from 'react';
import { BLURRED_BELOW } from './blur';
import { preparePhoto } from './shrink';
import { createSerialQueue } from '@/base/serialQueue';
import { createSignal } from '@/base/store';
import { forgetOriginal } from '@/bridge/photos';
import { ApiError, uploadImage, type FileKind } from '@/lib/api';
import { backoff } from '@/lib/api/backoff';
import { getSession, onSessionChange } from '@/lib/session';
import { forgetPhoto, savePhoto, saveFileId, savedPhoto, savedFileId, savedSlots } from '@/lib/storage/photos';
import { addUnsentCheck } from '@/lib/storage/unsent';

/** preparing, waiting (for its turn), uploading and failed go on by themselves; the others wait for the borrower, `done` for a form. */
export type UploadStage = 'preparing' | 'unreadable' | 'blurred' | 'waiting' | 'uploading' | 'failed' | 'refused' | 'done';

/** A photo on its way from the camera to the form that asked for it. */
export interface Upload {
  readonly kind: FileKind;
  readonly stage: UploadStage;
  /** Made ready to be sent; null before that. */
  readonly photo: Blob | null;
  /** 0 to 1 while uploading. */
  readonly sent: number;
  /** On the server, once done. */
  readonly fileId: string | null;
  /** The server's words, when it refused the photo or cannot take it yet; empty when no answer came. */
  readonly refusal: string;
}

/** How long after a failed upload the photo is sent again by itself, where the server does not say. */
const AGAIN_AFTER_MS = 10_000;

const begun = (kind: FileKind): Upload => ({ kind, stage: 'preparing', photo: null, sent: 0, fileId: null, refusal: '' });

const uploads = new Map<string, Upload>();
/** Of the photo that a slot holds now: an older one is given up. */
const turns = new Map<string, AbortController>();
const { notify, subscribe } = createSignal();
/** Photos go one after the other: side by side on a slow line, none would be there before it is given up. */
const inSeries = createSerialQueue();

function set(slot: string, upload: Upload | null): void {
  if (upload) uploads.set(slot, upload);
  else uploads.delete(slot);
  notify();
}

/** Begins a slot anew; answers with the way to write to it for as long as no other photo has taken it. */
function begin(slot: string, upload: Upload): (part: Partial<Upload>) => boolean {
  turns.get(slot)?.abort();
  const turn = new AbortController();
  turns.set(slot, turn);
  set(slot, upload);
  return (part) => {
    const before = uploads.get(slot);
    const holds = before !== undefined && turns.get(slot) === turn;
    if (holds) set(slot, { ...before, ...part });
    return holds;
  };
}

/** Takes a photo: shrunk, checked for blur, kept on the phone and sent, whatever becomes of the page it was taken on. */
export async function takePhoto(slot: string, kind: FileKind, file: Blob): Promise<void> {
  const write = begin(slot, begun(kind));
  try {
    const { blob, sharpness } = await preparePhoto(file).finally(() => forgetOriginal(file));
    const blurred = sharpness < BLURRED_BELOW;
    if (!write({ photo: blob, stage: blurred ? 'blurred' : 'waiting' })) return;
    // Sent beside keeping it: a storage that is slow, or silent, holds up no photo.
    await Promise.all([savePhoto(slot, blob), blurred ? undefined : send(slot, write)]);
  } catch {
    write({ stage: 'unreadable' });
  }
}

/** Sends what was held back or could not be sent. */
export async function sendPhoto(slot: string): Promise<void> {
  const upload = uploads.get(slot);
  if (upload?.photo && (upload.stage === 'blurred' || upload.stage === 'failed')) await send(slot, begin(slot, { ...upload, stage: 'waiting' }));
}

/** Goes on with what a reload or a killed page left behind, and forgets a photo that its form has: the reload may have come first. */
export async function resumePhoto(slot: string, kind: FileKind, has: readonly string[]): Promise<void> {
  if (uploads.has(slot)) return;
  const photo = await savedPhoto(slot);
  const fileId = photo && (await savedFileId(slot, photo));
  if (photo === null || uploads.has(slot)) return;
  if (fileId !== null && has.includes(fileId)) await forgetPhoto(slot);
  else if (fileId === null) await send(slot, begin(slot, { ...begun(kind), photo, stage: 'waiting' }));
  else begin(slot, { kind, photo, stage: 'done', sent: 1, fileId, refusal: '' });
}

/** The same for every slot of an owner. */
export async function resumePhotos(owner: string, kind: FileKind, has: readonly string[]): Promise<void> {
  const slots = await savedSlots(`${owner}/`);
  await Promise.all(slots.map((slot) => resumePhoto(slot, kind, has)));
}

/** Forgets a photo: a form has it, or the borrower wants it no more. */
export function dropPhoto(slot: string): void {
  turns.get(slot)?.abort();
  turns.delete(slot);
  set(slot, null);
  void forgetPhoto(slot);
}

async function send(slot: string, write: (part: Partial<Upload>) => boolean): Promise<void> {
  const upload = uploads.get(slot);
  if (!upload?.photo || !write({ stage: 'waiting', sent: 0 })) return;
  const { kind, photo } = upload;
  const signal = turns.get(slot)?.signal;
  try {
    const fileId = await inSeries(async () => {
      if (signal?.aborted || !write({ stage: 'uploading' })) return null;
      return uploadImage(kind, photo, { toast: false, signal, onProgress: (sent) => void write({ sent }) });
    });
    if (fileId === null || !write({ sent: 1 })) return;
    await saveFileId(slot, photo, fileId).catch(() => undefined);
    write({ stage: 'done', fileId });
  } catch (error) {
    // What the server does not want it will not want the next time.
    if (error instanceof ApiError && error.final) write({ stage: 'refused', refusal: error.message });
    else if (write({ stage: 'failed', refusal: wordsOf(error) })) sendAgain(slot, backoff(waitOf(error), error));
  }
}

const wordsOf = (error: unknown): string => (error instanceof ApiError && !error.unanswered ? error.message : '');
/** Where the server says when, that alone counts. */
const waitOf = (error: unknown): number => (error instanceof ApiError && error.details.retryAfter ? 0 : AGAIN_AFTER_MS);

function sendAgain(slot: string, wait: number): void {
  const again = () => {
    clearTimeout(timer);
    window.removeEventListener('online', again);
    if (uploads.get(slot)?.stage === 'failed') void sendPhoto(slot);
  };
  const timer = setTimeout(again, wait);
  window.addEventListener('online', again);
}

// Whose they are has left.
let owner = getSession().token;
onSessionChange(() => {
  const { token } = getSession();
  if (token === owner) return;
  owner = token;
  turns.forEach((turn) => turn.abort());
  turns.clear();
  uploads.clear();
  notify();
});

/** Whether a photo is to come that a form has to wait for. */
const isOnItsWay = (upload: Upload | undefined): boolean => upload !== undefined && upload.stage !== 'unreadable' && upload.stage !== 'refused';

/** Whether a form has to wait for a photo of its owner, as of now. */
export const isWaiting = (owner: string): boolean => slotsOf(owner).some((slot) => isOnItsWay(uploads.get(slot)));

addUnsentCheck(() => Array.from(uploads.values()).some(({ photo, stage }) => photo !== null || stage === 'preparing'));

const slotsOf = (owner: string): string[] => Array.from(uploads.keys()).filter((slot) => slot.startsWith(`${owner}/`));

/** The photo of a slot, as of now. */
export const uploadOf = (slot: string): Upload | undefined => uploads.get(slot);

/** The photo of a slot, kept in step. */
export const useUpload = (slot: string): Upload | undefined => useSyncExternalStore(subscribe, () => uploadOf(slot));

/** The slots of an owner that hold a photo, kept in step. */
export function useSlots(owner: string): readonly string[] {
  const held = useSyncExternalStore(subscribe, () => slotsOf(owner).join());
  return held === '' ? [] : held.split(',');
}
