import type { ChatIdentity } from '@loanmarket/shared-types/api';

/** The API that Chatwoot's script adds to the page. */
interface Chatwoot {
  setUser: (identifier: string, options: { identifier_hash: string }) => void;
  setLocale: (locale: string) => void;
  toggleBubbleVisibility: (state: 'show' | 'hide') => void;
  reset: () => void;
}

interface ChatWindow {
  chatwootSDK?: { run: (options: { websiteToken: string; baseUrl: string }) => void };
  chatwootSettings?: object;
  $chatwoot?: Chatwoot;
}

const page = window as unknown as ChatWindow;
let asked = false;
let whose: ChatIdentity | null = null;
let shown = false;
let locale = 'vi';

/** The widget's codes for our languages. */
const locales: Record<string, string> = { vi: 'vi', en: 'en', th: 'th', cn: 'zh_CN' };

/** Loads the widget once and identifies the borrower with the hash signed by the server. */
export function startChat(baseUrl: string, websiteToken: string, identity: ChatIdentity, language: string): void {
  whose = identity;
  locale = locales[language] ?? 'en';
  if (asked) {
    apply();
    return;
  }
  asked = true;
  page.chatwootSettings = { position: 'right', type: 'standard', locale };
  window.addEventListener('chatwoot:ready', apply);
  const script = document.createElement('script');
  script.async = true;
  script.src = `${baseUrl}/packs/js/sdk.js`;
  script.onload = () => page.chatwootSDK?.run({ websiteToken, baseUrl });
  script.onerror = () => {
    // A chat that fails to load is ignored; the next login tries again.
    asked = false;
    script.remove();
  };
  document.head.appendChild(script);
}

/** Shows or hides the chat bubble. It is shown only where it covers nothing, and once the borrower is identified. */
export function showChat(visible: boolean): void {
  shown = visible;
  toggle();
}

const toggle = (): void => page.$chatwoot?.toggleBubbleVisibility(shown && whose ? 'show' : 'hide');

/** Removes the borrower and their conversation from the widget. */
export function clearChat(): void {
  whose = null;
  toggle();
  page.$chatwoot?.reset();
}

function apply(): void {
  if (!page.$chatwoot) return;
  if (whose) page.$chatwoot.setUser(whose.identifier, { identifier_hash: whose.identifierHash });
  else page.$chatwoot.reset();
  page.$chatwoot.setLocale(locale);
  toggle();
}
