import { openShareSheet } from '@/bridge/shareSheet';
import { isNativeApp } from '@/bridge/host';

/**
 * How long the object URL of a shown file stays valid, in milliseconds. The browser has copied the file long before.
 */
const URL_TTL_MS = 60_000;

/**
 * Shows a file that was downloaded with the session header. A window opened after an await would be blocked, so a
 * download link is clicked instead, and the phone's viewer or download takes over, including sharing and printing. The
 * web view of the app cannot download, so there the share sheet opens, which can also save and print. Throws if the
 * sheet does not open.
 */
export async function showFile(file: Blob, name: string): Promise<void> {
  if (isNativeApp()) {
    if (!(await openShareSheet(file, name))) throw new Error('the app took no file');
    return;
  }
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), URL_TTL_MS);
}
