import type { ChannelData } from '@loanmarket/shared-types/api';
import { readCookie, removeCookie, writeCookie } from '@/base/storage/cookie';
import { readLocal, removeLocal, writeLocal } from '@/base/storage/local';
import { adsConsent } from '@/lib/adsConsent';
import { api } from '@/lib/api/client';

/** How long channel info and click ids are kept (spec 9). */
const KEPT_HOURS = 168;
/** Click ids of the platforms, and our own. */
const CLICK_IDS = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'ttclid', 'click-id'] as const;
const CODE = /^[A-Za-z0-9_-]{1,64}$/;

/** Channel info as spec 3 stores it. */
export interface ChannelInfo {
  platform: ChannelData['promotionPlatform'];
  pixelId: string;
  requireSame: boolean;
  platformIdLimit: string;
}

/** Keeps the code (`channel` or `cc`) and the click ids of an address; answers with the code, empty where it has none. */
export function saveFromUrl(search: string): string {
  const query = new URLSearchParams(search);
  const clicks = CLICK_IDS.map((name) => [name, query.get(name) ?? ''] as const).filter(([, value]) => value && value.length <= 400);
  // The last click counts: it is the one that brought them.
  if (clicks.length > 0) forgetClicks();
  for (const [name, value] of clicks) {
    writeCookie(name, value, KEPT_HOURS);
    if (name === 'fbclid') writeCookie('fbclid-at', String(Date.now()), KEPT_HOURS);
  }
  const code = query.get('channel') ?? query.get('cc') ?? '';
  if (!CODE.test(code)) return '';
  if (code !== channelCode()) removeLocal('channelInfo');
  writeLocal('channelCode', code, KEPT_HOURS);
  return code;
}

/** Forgets by which click somebody came, and what a platform calls their browser. */
export function forgetVisitor(): void {
  forgetClicks();
  removeCookie('_fbp');
}

function forgetClicks(): void {
  [...CLICK_IDS, 'fbclid-at', '_fbc'].forEach(removeCookie);
}

/** The code that brought this visitor in the last days. */
export function channelCode(): string {
  return readLocal('channelCode') ?? '';
}

/** What is known about the channel; null until it was looked up. */
export function channelInfo(): ChannelInfo | null {
  const kept = readLocal('channelInfo');
  return kept ? (JSON.parse(kept) as ChannelInfo) : null;
}

let lookUp: Promise<ChannelInfo | null> | null = null;

/** The channel of this visit: what its look-up says once that has ended, else what is kept. */
export function currentChannel(): Promise<ChannelInfo | null> {
  return lookUp ?? Promise.resolve(channelInfo());
}

/** Looks the channel of this visit up, keeps what is told and counts the visit. A failure is nobody's trouble. */
export function lookUpChannel(code: string): Promise<ChannelInfo | null> {
  const asked = ask(code);
  lookUp = asked;
  void asked.then(() => {
    if (lookUp === asked) lookUp = null;
  });
  return asked;
}

async function ask(code: string): Promise<ChannelInfo | null> {
  const quiet = { toast: false };
  try {
    const { promotionPlatform, pixelId, requireSame, platformIdLimit, reportedScoreRange, accessToken } = await api('channel/queryByCode', { code }, quiet);
    const info: ChannelInfo = { platform: promotionPlatform, pixelId, requireSame, platformIdLimit };
    writeLocal('channelInfo', JSON.stringify(info), KEPT_HOURS);
    writeLocal('promotionPlatform', promotionPlatform, KEPT_HOURS);
    writeLocal('reportedScoreRange', reportedScoreRange, KEPT_HOURS);
    void api('channel/access', { channelCode: code, accessToken }, quiet).catch(() => undefined);
    return info;
  } catch {
    return channelInfo();
  }
}

/** What the request for a code says about where the visitor came from. */
export function channelField(): { channelCode?: string } {
  const code = channelCode();
  return code ? { channelCode: code } : {};
}

/** What a login says about where the borrower came from (spec 3); click ids only with their consent. */
export function loginOrigin() {
  const pageUrl = location.origin + location.pathname;
  const consent = adsConsent() === 'granted';
  if (!consent) return { ...channelField(), pageUrl, adsConsent: false };
  const fbclid = readCookie('fbclid');
  const fbp = readCookie('_fbp');
  const other = (['gclid', 'gbraid', 'wbraid', 'ttclid', 'click-id'] as const).map((name) => [name, readCookie(name)] as const).find(([, value]) => value);
  // Meta's own cookie outlives its click: beside a later click of somebody else it says nothing.
  const own = other && !fbclid ? null : readCookie('_fbc');
  const fbc = own ?? (fbclid && `fb.1.${readCookie('fbclid-at') ?? Date.now()}.${fbclid}`);
  return {
    ...channelField(),
    pageUrl,
    adsConsent: true,
    ...(fbc ? { facebookFbc: fbc } : {}),
    ...(fbp ? { facebookFbp: fbp } : {}),
    ...(other ? { webClickId: `${other[0]}=${other[1]}` } : {}),
  };
}
