import { SmsType } from '@loanmarket/shared-types/enums';
import { api } from '../api/client';
import type { Data } from '../api/contract';
import { deviceId } from '../api/device';
import type { ApiError } from '../api/error';
import { channelField, loginOrigin } from '../channel';
import type { CodeType, Sending } from './codeStage';
import { consentChoices, hasConsented, rememberConsent, type TextVersions } from './consent';

/** What the log-in by SMS does (spec 4), for the app's page and the landing page alike: each shows it in its own way. */
const QUIET = { toast: false };

/** How a number goes on: with the picture, with a code at once, or not by SMS at all. */
export type NextStep = 'image' | 'send' | 'otherwise';

/** What the phone check tells. `face`: this number can log in by face, too. */
interface Checked {
  next: NextStep;
  face: boolean;
}

/** What was learned of a number ahead counts as long, in milliseconds. */
const AHEAD_MS = 60_000;
let ahead: { phoneNum: string; askedAt: number; answer: Promise<Checked | null> } | null = null;

/** Begins the phone check of a number that will most likely be gone on with: on a slow line its answer is there by then. */
export function checkNumberAhead(phoneNum: string): void {
  if (!isAhead(phoneNum)) ahead = { phoneNum, askedAt: Date.now(), answer: check(phoneNum).catch(() => null) };
}

const isAhead = (phoneNum: string) => ahead?.phoneNum === phoneNum && Date.now() - ahead.askedAt < AHEAD_MS;

/** The phone check; one that was begun ahead is good for once. What it refuses is said by asking again. */
export async function checkNumber(phoneNum: string): Promise<Checked> {
  const begun = isAhead(phoneNum) ? ahead : null;
  ahead = null;
  return (await begun?.answer) ?? check(phoneNum);
}

async function check(phoneNum: string): Promise<Checked> {
  const [{ types }, { needValidateCode }] = await Promise.all([api('member/getLoginType', { phoneNum }, QUIET), api('member/checkPhone', { phoneNum }, QUIET)]);
  const bySms = needValidateCode ? 'image' : 'send';
  return { next: types.includes('sms') ? bySms : 'otherwise', face: types.includes('face') };
}

/** What a failed phone check says about the number itself; null where it says nothing about it. */
export function refusalOfNumber({ status, message, details: { fields, fieldReasons, reason } }: ApiError): { words: string; reason?: string | undefined } | null {
  return status === 400 || status === 422 ? { words: fields?.phoneNum ?? message, reason: fieldReasons?.phoneNum ?? reason } : null;
}

/** Asks for a code; `imageCode` is the picture's answer. */
export function askForCode(phoneNum: string, type: CodeType, imageCode?: string): Promise<Sending> {
  return api('member/sendSmsCode', { phoneNum, type, ...channelField(), ...(imageCode ? { code: imageCode } : {}) }, QUIET).then(
    (sent) => ({ sent }),
    (failed: ApiError) => ({ failed }),
  );
}

/** Hands in the code; throws an ApiError when it did not do. Whoever calls starts the session. */
export async function enterCode(phoneNum: string, smsCode: string, inForce: TextVersions): Promise<Data<'member/smsLogin'>> {
  // Without a new tick nothing is said again: what was taken back meanwhile stays so.
  const consents = hasConsented(inForce, phoneNum) ? [] : consentChoices(inForce);
  const login = await api('member/smsLogin', { phoneNum, smsCode, type: SmsType.login, ...loginOrigin(), consents }, QUIET);
  rememberConsent(inForce, phoneNum);
  return login;
}

/**
 * Where the picture for a number is; it is good for this device alone. Only the first half of the device's name stands in
 * the address: addresses are logged on their way.
 */
export const imageCodePath = (phone: string, timestamp: number) =>
  `/app/getValidateCode?mobile=${encodeURIComponent(phone)}&timestamp=${timestamp}&device=${deviceId().slice(0, 16)}`;
