import './oldPhones';
import { writeCookie } from '@/base/storage/cookie';
import { readLocal, writeLocal } from '@/base/storage/local';
import { words } from '@/base/words';
import { channelCode, channelInfo, saveFromUrl, lookUpChannel } from '@/lib/channel';
import { watchOverlayEntries } from '@/lib/nav/overlayEntry';
import * as pageErrors from '@/lib/pageErrors/report';
import { watchPageErrors } from '@/lib/pageErrors/watch';
import { getSession, refreshSession } from '@/lib/session';
import { followTextSize } from '@/lib/textSize';
import { track } from '@/lib/tracking';
import { adsBar } from './adsBar';
import { flow } from './flow';
import { form } from './form';
import { $, busy, data, showLoginState, say } from './page';

const PAGE = '/m/land';
/** How long the cookie with the language is kept for the server. In local storage the choice never expires. */
const YEAR_HOURS = 8760;

// The page has only one script, so the error reporting is not loaded on demand.
watchPageErrors('landing', () => Promise.resolve(pageErrors));
words.language = () => data.lang;
words.busy = (code) => say('busy', { code });
words.invalid = () => say('invalid');

followTextSize();
// Overlay entries are never removed, because going back would cancel the loading of another page.
watchOverlayEntries(() => true, 1e9);
keepLanguage();
const login = flow();
const box = form(login.start);
showLoginState();
if (!getSession().loggedIn) login.resume();
listen();
void channel();
track(PAGE);
takeOver();

/**
 * Submits the form if it was sent before this script was loaded. From now on the script handles it (see landing.html).
 */
function takeOver(): void {
  const early = window as unknown as { landingReady?: boolean; landingWaits?: boolean };
  early.landingReady = true;
  if (!early.landingWaits) return;
  busy($('go'), false);
  $('go').click();
}

/** Keeps the whole query when the language is changed, because it contains the channel and the click ids. */
function keepLanguage(): void {
  const query = new URLSearchParams(location.search);
  const chosen = query.get('lang');
  if (chosen === data.lang && readLocal('language') !== chosen) writeLocal('language', chosen);
  if (chosen === data.lang) writeCookie('lang', chosen, YEAR_HOURS);
  document.querySelectorAll<HTMLAnchorElement>('[data-lang]').forEach((link) => {
    query.set('lang', link.dataset.lang ?? '');
    link.href = `?${query.toString()}`;
  });
}

function listen(): void {
  document.addEventListener('click', (event) => {
    const button = (event.target as HTMLElement).closest<HTMLElement>('[data-track]');
    if (button?.dataset.track) track(PAGE, button.dataset.track);
  });
  // Restored from the back/forward cache: nothing may be open or busy, and the user may have logged in or out
  // meanwhile.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    refreshSession();
    login.reset();
    box.rest();
    showLoginState();
  });
}

async function channel(): Promise<void> {
  const code = saveFromUrl(location.search) || channelCode();
  if (code) adsBar((await lookUpChannel(code)) ?? channelInfo());
}
