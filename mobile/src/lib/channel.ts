import type { ChannelData } from '@loanmarket/shared-types/api';
import { readCookie, removeCookie, writeCookie } from '@/base/storage/cookie';
import { readLocal, removeLocal, writeLocal } from '@/base/storage/local';
import { adsConsent } from '@/lib/adsConsent';
import { api } from '@/lib/api/client';

/** How long channel info and click ids are stored (spec 9). */
const TTL_HOURS = 168;
/** The click ids of the platforms, and our own. */
const CLICK_IDS = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'ttclid', 'click-id'] as const;
const CODE = /^[A-Za-z0-9_-]{1,64}$/;

/** Channel info in the form that spec 3 stores. */
export interface ChannelInfo {
  platform: ChannelData['promotionPlatform'];
  pixelId: string;
  requireSame: boolean;
  platformIdLimit: string;
}

/**
 * Stores the channel code (`channel` or `cc`) and the click ids of a URL. Returns the code, or an empty string if there
 * is none.
 */
export function saveFromUrl(search: string): string {
  const query = new URLSearchParams(search);
  const clicks = CLICK_IDS.map((name) => [name, query.get(name) ?? ''] as const).filter(([, value]) => value && value.length <= 400);
  // The last click counts, because it led to this visit.
  if (clicks.length > 0) forgetClicks();
  for (const [name, value] of clicks) {
    writeCookie(name, value, TTL_HOURS);
    if (name === 'fbclid') writeCookie('fbclid-at', String(Date.now()), TTL_HOURS);
  }
  const code = query.get('channel') ?? query.get('cc') ?? '';
  if (!CODE.test(code)) return '';
  if (code !== channelCode()) removeLocal('channelInfo');
  writeLocal('channelCode', code, TTL_HOURS);
  return code;
}

/** Deletes the click ids and the id that a platform gave the browser. */
export function forgetVisitor(): void {
  forgetClicks();
  removeCookie('_fbp');
}

function forgetClicks(): void {
  [...CLICK_IDS, 'fbclid-at', '_fbc'].forEach(removeCookie);
}

/** The channel code of the latest visit that had one, while it is stored. */
export function channelCode(): string {
  return readLocal('channelCode') ?? '';
}

/** The stored info about the channel; null until it was loaded. */
export function channelInfo(): ChannelInfo | null {
  const kept = readLocal('channelInfo');
  return kept ? (JSON.parse(kept) as ChannelInfo) : null;
}

let lookUp: Promise<ChannelInfo | null> | null = null;

/** The channel of this visit: the result of the pending look-up if there is one, otherwise the stored info. */
export function currentChannel(): Promise<ChannelInfo | null> {
  return lookUp ?? Promise.resolve(channelInfo());
}

/** Loads the channel of this visit, stores it and counts the visit. Failures are ignored. */
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
    writeLocal('channelInfo', JSON.stringify(info), TTL_HOURS);
    writeLocal('promotionPlatform', promotionPlatform, TTL_HOURS);
    writeLocal('reportedScoreRange', reportedScoreRange, TTL_HOURS);
    void api('channel/access', { channelCode: code, accessToken }, quiet).catch(() => undefined);
    return info;
  } catch {
    return channelInfo();
  }
}

/** The channel code as sent with the request for an SMS code. */
export function channelField(): { channelCode?: string } {
  const code = channelCode();
  return code ? { channelCode: code } : {};
}

/**
 * Where the borrower came from, as sent with a login (spec 3). Click ids are included only with the borrower's consent.
 */
export function loginOrigin() {
  const pageUrl = location.origin + location.pathname;
  const consent = adsConsent() === 'granted';
  if (!consent) return { ...channelField(), pageUrl, adsConsent: false };
  const fbclid = readCookie('fbclid');
  const fbp = readCookie('_fbp');
  const other = (['gclid', 'gbraid', 'wbraid', 'ttclid', 'click-id'] as const).map((name) => [name, readCookie(name)] as const).find(([, value]) => value);
  // Meta's cookie outlives its click, so it is ignored if a later click came from another platform.
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
