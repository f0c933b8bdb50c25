import { useSyncExternalStore } from 'react';
import { BLURRED_BELOW } from './blur';
import { preparePhoto } from './shrink';
import { createSerialQueue } from '@/base/serialQueue';
import { createSignal } from '@/base/store';
import { withTimeout } from '@/base/withTimeout';
import { forgetOriginal } from '@/bridge/photos';
import { ApiError, uploadImage, type FileKind } from '@/lib/api';
import { backoff } from '@/lib/api/backoff';
import { writing } from '@/lib/api/inFlight';
import { inOneTab } from '@/lib/oneTab';
import { getSession, onSessionChange } from '@/lib/session';
import { forgetPhoto, forgetSentPhoto, isPhotoHeld, releasePhoto, savePhoto, saveFileId, savedPhoto, savedFileId, savedSlots } from '@/lib/storage/photos';
import { addUnsentCheck } from '@/lib/storage/unsent';

/**
 * preparing, waiting (for its turn), uploading and failed continue automatically. The other stages wait for the
 * borrower, and `done` for the form.
 */
export type UploadStage = 'preparing' | 'unreadable' | 'blurred' | 'waiting' | 'uploading' | 'failed' | 'refused' | 'done';

/** A photo on its way from the camera to the form. */
export interface Upload {
  readonly kind: FileKind;
  readonly stage: UploadStage;
  /** The prepared photo; null before that. */
  readonly photo: Blob | null;
  /** Progress from 0 to 1 while uploading. */
  readonly sent: number;
  /** The file id on the server, once done. */
  readonly fileId: string | null;
  /**
   * The server's message if it refused the photo or cannot take it yet; empty if there was no response, and if the photo
   * was given up after MAX_FAILURES.
   */
  readonly refusal: string;
  /** Whether the refusal is not about the photo, so that the same photo may be accepted later. */
  readonly mayPass: boolean;
  /** How often in all the server answered that it failed; again from 0 when the borrower sends a refused photo. */
  readonly failures: number;
  /** Whether the file that was chosen to replace this photo could not be opened. */
  readonly misread: boolean;
}

/**
 * The delay before a failed upload is retried automatically, if the server gives none. It doubles with each failure of
 * the server.
 */
const RETRY_DELAY_MS = 10_000;
/**
 * After this number of failures of the server, in about ten minutes, the photo counts as refused: it may be one for which
 * the server never has the memory, and sending it again would not end.
 */
const MAX_FAILURES = 7;
/** The timeout for opening a file. It is long, because the phone may have to load the picture from its cloud. */
const PREPARE_TIMEOUT_MS = 120_000;

const begun = (kind: FileKind): Upload => ({ kind, stage: 'preparing', photo: null, sent: 0, fileId: null, refusal: '', mayPass: false, failures: 0, misread: false });

const uploads = new Map<string, Upload>();
/** The abort controller of the photo that each slot currently holds. A newer photo aborts the older one. */
const turns = new Map<string, AbortController>();
const { notify, subscribe } = createSignal();
/** Photos are uploaded one at a time, in all tabs: on a slow network, parallel uploads would all time out. */
const inSeries = createSerialQueue();
const inTurn = <T>(work: () => Promise<T>, signal?: AbortSignal) => inSeries(() => inOneTab('upload', work, signal));

function set(slot: string, upload: Upload | null): void {
  if (upload) uploads.set(slot, upload);
  else uploads.delete(slot);
  notify();
}

/**
 * Starts a slot anew. Returns a function that updates the upload and reports whether the slot still holds this photo.
 */
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

/**
 * Takes a photo: shrinks it, checks it for blur, stores it on the phone and uploads it, even if its page is left. If the
 * file cannot be opened, the slot keeps the photo that it had.
 */
export async function takePhoto(slot: string, kind: FileKind, file: Blob): Promise<void> {
  const before = uploads.get(slot);
  const write = begin(slot, begun(kind));
  try {
    // The page must not reload before the photo is stored.
    await writing(async () => {
      const { blob, sharpness } = await withTimeout(PREPARE_TIMEOUT_MS, () => preparePhoto(file)).finally(() => forgetOriginal(file));
      const blurred = sharpness < BLURRED_BELOW;
      if (!write({ photo: blob, stage: blurred ? 'blurred' : 'waiting' })) return;
      // Uploading runs in parallel with storing, so that slow or blocked storage does not delay the photo.
      if (!blurred) void send(slot, write, true);
      await savePhoto(slot, blob, blurred);
    });
  } catch {
    if (!before?.photo) write({ stage: 'unreadable' });
    else if (!write({ ...before, misread: true })) return;
    else if (before.stage === 'failed') sendAgain(slot, RETRY_DELAY_MS);
    // Choosing another file has aborted its upload.
    else if (before.stage === 'waiting' || before.stage === 'uploading') void send(slot, write);
  }
}

const SENDABLE: readonly UploadStage[] = ['blurred', 'failed', 'refused'];

/** Uploads a photo that was held back, failed, or was refused. */
export async function sendPhoto(slot: string): Promise<void> {
  const upload = uploads.get(slot);
  if (!upload?.photo || !SENDABLE.includes(upload.stage)) return;
  if (upload.stage === 'blurred') void releasePhoto(slot);
  const failures = upload.stage === 'refused' ? 0 : upload.failures;
  await send(slot, begin(slot, { ...upload, stage: 'waiting', failures, misread: false }));
}

/**
 * Resumes an upload after a reload or a killed page, and deletes a photo that its form already has, in case the reload
 * came before the deletion.
 */
export async function resumePhoto(slot: string, kind: FileKind, has: readonly string[]): Promise<void> {
  if (uploads.has(slot)) return;
  const [photo, held] = await Promise.all([savedPhoto(slot), isPhotoHeld(slot)]);
  const fileId = photo && (await savedFileId(slot, photo));
  if (photo === null || uploads.has(slot)) return;
  if (fileId !== null && has.includes(fileId)) await forgetSentPhoto(slot);
  else if (fileId !== null) begin(slot, { ...begun(kind), photo, stage: 'done', sent: 1, fileId });
  else if (held) begin(slot, { ...begun(kind), photo, stage: 'blurred' });
  else await send(slot, begin(slot, { ...begun(kind), photo, stage: 'waiting' }));
}

/** Resumes the uploads of all slots of an owner. */
export async function resumePhotos(owner: string, kind: FileKind, has: readonly string[]): Promise<void> {
  const slots = await savedSlots(`${owner}/`);
  await Promise.all(slots.map((slot) => resumePhoto(slot, kind, has)));
}

/** Deletes a photo, because its form has it or the borrower removed it. */
export function dropPhoto(slot: string): void {
  turns.get(slot)?.abort();
  turns.delete(slot);
  const sent = uploads.get(slot)?.stage === 'done';
  set(slot, null);
  void (sent ? forgetSentPhoto(slot) : forgetPhoto(slot));
}

/** Uploads a photo, unless another tab has done so meanwhile; `isNew` if no other tab can know the photo yet. */
async function send(slot: string, write: (part: Partial<Upload>) => boolean, isNew = false): Promise<void> {
  const upload = uploads.get(slot);
  if (!upload?.photo || !write({ stage: 'waiting', sent: 0 })) return;
  const { kind, photo, failures: before } = upload;
  const signal = turns.get(slot)?.signal;
  try {
    const fileId = await inTurn(async () => {
      const known = isNew ? null : await savedFileId(slot, photo);
      if (known !== null || signal?.aborted || !write({ stage: 'uploading' })) return known;
      const uploaded = await uploadImage(kind, photo, { toast: false, signal, onProgress: (sent) => void write({ sent }) });
      // Before the next tab's turn, which looks for it.
      if (write({ sent: 1 })) await saveFileId(slot, photo, uploaded).catch(() => undefined);
      return uploaded;
    }, signal);
    if (fileId !== null) write({ stage: 'done', sent: 1, fileId, misread: false });
  } catch (error) {
    // The server would refuse it again, so it is not retried.
    if (error instanceof ApiError && error.final) write({ stage: 'refused', refusal: error.message, mayPass: isAboutConsent(error) });
    else {
      const failures = before + (isServersFailure(error) ? 1 : 0);
      if (failures >= MAX_FAILURES) write({ stage: 'refused', refusal: '', mayPass: true });
      else if (write({ stage: 'failed', refusal: wordsOf(error), failures })) sendAgain(slot, backoff(waitOf(error, failures), error));
    }
  }
}

/** The borrower declined a consent or has withdrawn it, and may give it after all. */
const isAboutConsent = ({ details: { reason } }: ApiError): boolean => reason === 'consent_needed' || reason === 'consent_withdrawn';
const wordsOf = (error: unknown): string => (error instanceof ApiError && !error.unanswered ? error.message : '');
const isServersFailure = (error: unknown): boolean => error instanceof ApiError && error.status >= 500;
/** If the server gives a delay, only that delay counts, unless it did not help before. */
const waitOf = (error: unknown, failures: number): number =>
  error instanceof ApiError && error.details.retryAfter && failures <= 1 ? 0 : RETRY_DELAY_MS * 2 ** Math.max(failures - 1, 0);

function sendAgain(slot: string, wait: number): void {
  const again = () => {
    clearTimeout(timer);
    window.removeEventListener('online', again);
    if (uploads.get(slot)?.stage === 'failed') void sendPhoto(slot);
  };
  const timer = setTimeout(again, wait);
  window.addEventListener('online', again);
}

// Drops all uploads when the session changes, because they belong to the previous borrower.
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

/** Whether a form has to wait for this upload. */
const isOnItsWay = (upload: Upload | undefined): boolean => upload !== undefined && upload.stage !== 'unreadable' && upload.stage !== 'refused';

/** Whether a form has to wait for any photo of its owner right now. */
export const isWaiting = (owner: string): boolean => slotsOf(owner).some((slot) => isOnItsWay(uploads.get(slot)));

/**
 * Deletes the photos with which a form did not have to wait, because it was sent without them: they would be in the next
 * form of their owner, and sent with it if they are accepted after a reload.
 */
export function dropRefusedPhotos(owner: string): void {
  slotsOf(owner).filter((slot) => !isOnItsWay(uploads.get(slot))).forEach(dropPhoto);
}

addUnsentCheck(() => Array.from(uploads.values()).some(({ photo, stage }) => photo !== null || stage === 'preparing'));

const slotsOf = (owner: string): string[] => Array.from(uploads.keys()).filter((slot) => slot.startsWith(`${owner}/`));

/** The current upload of a slot. */
export const uploadOf = (slot: string): Upload | undefined => uploads.get(slot);

/** The upload of a slot; updates when it changes. */
export const useUpload = (slot: string): Upload | undefined => useSyncExternalStore(subscribe, () => uploadOf(slot));

/** The slots of an owner that contain a photo; updates when they change. */
export function useSlots(owner: string): readonly string[] {
  const held = useSyncExternalStore(subscribe, () => slotsOf(owner).join());
  return held === '' ? [] : held.split(',');
}
