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
/** The choice of language is kept like everywhere: for good here, a year where the server looks. */
const YEAR_HOURS = 8760;

// One script is all that this page has.
watchPageErrors('landing', () => Promise.resolve(pageErrors));
words.language = () => data.lang;
words.busy = (code) => say('busy', { code });
words.invalid = () => say('invalid');

followTextSize();
// Entries are left: taking one away would break off the load of another page.
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

/** What was sent before this script was there is sent now; from here on the page looks after itself (see landing.html). */
function takeOver(): void {
  const early = window as unknown as { landingReady?: boolean; landingWaits?: boolean };
  early.landingReady = true;
  if (!early.landingWaits) return;
  busy($('go'), false);
  $('go').click();
}

/** A switch of language keeps everything else of the address: the channel and the click ids stand there. */
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
  // Back from the browser's memory: nothing is open, nothing is busy, and they may have logged in or out meanwhile.
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
