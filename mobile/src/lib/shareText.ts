import { isNativeApp } from '@/bridge/host';
import { ask } from '@/bridge/shell';
import { copyText } from './copyText';
import { isSheetShown } from './shareFile';

/** The timeout while the user looks for a contact in the sheet. */
const SHARE_TIMEOUT_MS = 600_000;

/** The result: the sheet was opened, or the text was copied to the clipboard; null if neither worked. */
export type Shared = 'shared' | 'copied' | null;

/**
 * Shares a text and a link through the phone's share sheet, or copies them if there is none. Closing the sheet is not a
 * failure.
 */
export async function shareText(words: string, url: string): Promise<Shared> {
  if (isNativeApp()) {
    // Closing the sheet also rejects the call, so it is unknown whether it opened. The link can be copied by hand.
    await ask('Share', 'share', { text: words, url }, SHARE_TIMEOUT_MS);
    return 'shared';
  }
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ text: words, url });
      return 'shared';
    } catch (error) {
      if (isSheetShown(error)) return 'shared';
    }
  }
  return (await copyText(`${words}\n${url}`)) ? 'copied' : null;
}
