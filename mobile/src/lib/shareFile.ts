import { openShareSheet } from '@/bridge/shareSheet';
import { isNativeApp } from '@/bridge/host';

/** Whether this browser or the app can share files with other apps. */
export function canShare(): boolean {
  if (isNativeApp()) return true;
  return typeof navigator.share === 'function' && typeof navigator.canShare === 'function';
}

/**
 * Shares a file through the phone's share sheet. Closing the sheet is not a failure. Throws if no sheet could be
 * opened.
 */
export async function shareFile(blob: Blob, name: string): Promise<void> {
  if (isNativeApp() && (await openShareSheet(blob, name))) return;
  const files = [new File([blob], name, { type: blob.type })];
  if (typeof navigator.canShare !== 'function' || !navigator.canShare({ files })) throw new Error('nothing to share with');
  await navigator.share({ files }).catch((error: unknown) => {
    if (!isSheetShown(error)) throw error;
  });
}

/**
 * Whether a share failed although its sheet was shown: it was closed, or it is still open and a second tap asked for
 * another one.
 */
export const isSheetShown = (error: unknown): boolean => error instanceof DOMException && (error.name === 'AbortError' || error.name === 'InvalidStateError');
