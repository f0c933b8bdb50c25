import { isNativeApp } from '@/bridge/host';
import { ask } from '@/bridge/shell';
import { copyText } from './copyText';

/** Somebody looks for the right person in the sheet. */
const SHEET_MS = 600_000;

/** What became of it: the sheet was opened, or the text lies in the clipboard; null when neither worked. */
export type Shared = 'shared' | 'copied' | null;

/** Hands words and a link to the phone's share sheet; where there is none, copies them. Closing the sheet is no failure. */
export async function shareText(words: string, url: string): Promise<Shared> {
  if (isNativeApp()) {
    // Closing the sheet rejects the call, too: whether it came up cannot be told apart, and the link can be copied by hand.
    await ask('Share', 'share', { text: words, url }, SHEET_MS);
    return 'shared';
  }
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ text: words, url });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
    }
  }
  return (await copyText(`${words}\n${url}`)) ? 'copied' : null;
}
