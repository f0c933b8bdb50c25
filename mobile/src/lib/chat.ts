import type { ChatIdentity } from '@loanmarket/shared-types/api';

/** The API that Chatwoot's script adds to the page. */
interface Chatwoot {
  /** Throws if the user has neither a name, an e-mail nor a picture. */
  setUser: (identifier: string, user: { name: string; identifier_hash: string }) => void;
  setLocale: (locale: string) => void;
  /** Throws before the frame has loaded for the first time. */
  toggleBubbleVisibility: (state: 'show' | 'hide') => void;
  /** Deletes the cookies and loads the frame again. */
  reset: () => void;
}

interface ChatWindow {
  chatwootSDK?: { run: (options: { websiteToken: string; baseUrl: string }) => void };
  chatwootSettings?: object;
  $chatwoot?: Chatwoot;
}

const page = window as unknown as ChatWindow;
const FRAME = 'chatwoot_live_chat_widget';
/** The prefix of the messages that the frame sends to the page. */
const MESSAGE = 'chatwoot-widget:';

let asked = false;
let whose: ChatIdentity | null = null;
let shown = false;
let locale = 'vi';
/** The frame has loaded. What it is told before is lost. */
let ready = false;
/** The frame was reset, and nobody has been identified since. At first it may belong to the borrower of a cookie. */
let clean = false;

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
  window.addEventListener('chatwoot:ready', loaded);
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

function toggle(): void {
  if (ready) page.$chatwoot?.toggleBubbleVisibility(shown && whose ? 'show' : 'hide');
}

/** Removes the borrower and their conversation from the widget. */
export function clearChat(): void {
  whose = null;
  toggle();
  apply();
}

function apply(): void {
  if (!page.$chatwoot || !ready) return;
  if (whose) {
    // Support sees our id, as its contacts have neither name nor phone number.
    page.$chatwoot.setUser(whose.identifier, { name: whose.identifier, identifier_hash: whose.identifierHash });
    clean = false;
  } else if (!clean) return reset();
  page.$chatwoot.setLocale(locale);
  toggle();
}

/**
 * Resets the widget in a new frame: one that goes on to another address adds an entry to the browser's history, so that
 * the next back would do nothing but show the old conversation in it again.
 */
function reset(): void {
  ready = false;
  clean = true;
  const old = document.getElementById(FRAME);
  const next = old?.cloneNode() as HTMLIFrameElement | undefined;
  next?.removeAttribute('src');
  if (next) old?.replaceWith(next);
  // After a reset, recent versions do not fire chatwoot:ready.
  window.addEventListener('message', loadedAgain);
  page.$chatwoot?.reset();
}

function loaded(): void {
  ready = true;
  apply();
}

function loadedAgain({ data, source }: MessageEvent<unknown>): void {
  const frame = document.getElementById(FRAME) as HTMLIFrameElement | null;
  if (!source || source !== frame?.contentWindow) return;
  if (typeof data !== 'string' || !data.startsWith(MESSAGE) || !data.includes('"event":"loaded"')) return;
  window.removeEventListener('message', loadedAgain);
  // After the widget's own script, which reads the same message.
  setTimeout(loaded);
}
