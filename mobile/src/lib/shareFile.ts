import { openShareSheet } from '@/bridge/shareSheet';
import { isNativeApp } from '@/bridge/host';

/** Whether this browser, or the app, can hand a file to other apps. */
export function canShare(): boolean {
  if (isNativeApp()) return true;
  return typeof navigator.share === 'function' && typeof navigator.canShare === 'function';
}

/** Hands a file to the phone's share sheet. Closing the sheet is no failure; throws where no sheet came up. */
export async function shareFile(blob: Blob, name: string): Promise<void> {
  if (isNativeApp() && (await openShareSheet(blob, name))) return;
  const files = [new File([blob], name, { type: blob.type })];
  if (typeof navigator.canShare !== 'function' || !navigator.canShare({ files })) throw new Error('nothing to share with');
  await navigator.share({ files }).catch((error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error;
  });
}
