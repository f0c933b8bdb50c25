import { openShareSheet } from '@/bridge/shareSheet';
import { isNativeApp } from '@/bridge/host';

/** How long the address of a shown file stays good; the browser has copied it long before. */
const KEEP_MS = 60_000;

/**
 * Shows a file that was fetched with the session's header. A window opened after waiting would be blocked, so a link is
 * followed instead: the phone's own viewer or download takes over, and with it sharing and printing. The web view of the app
 * downloads nothing: there the share sheet comes, which also saves and prints. Throws where it does not come.
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
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}
