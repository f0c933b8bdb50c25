import { SmsType } from '@loanmarket/shared-types/enums';
import { api } from '../api/client';
import type { Data } from '../api/contract';
import { deviceId } from '../api/device';
import type { ApiError } from '../api/error';
import { channelField, loginOrigin } from '../channel';
import type { CodeType, Sending } from './codeStage';
import { consentChoices, hasConsented, rememberConsent, type TextVersions } from './consent';

/**
 * The calls of the login by SMS (spec 4), shared by the app's login page and the landing page. Each page shows failures
 * in its own way, so there are no toasts.
 */
const QUIET = { toast: false };

/** The next step for a number: the picture code, sending an SMS code right away, or a login without SMS. */
export type NextStep = 'image' | 'send' | 'otherwise';

/** The result of the phone check. `face`: whether this number can also log in by face. */
interface Checked {
  next: NextStep;
  face: boolean;
}

/** How long a phone check made in advance is valid, in milliseconds. */
const CHECK_TTL_MS = 60_000;
let ahead: { phoneNum: string; askedAt: number; answer: Promise<Checked | null> } | null = null;

/**
 * Starts the phone check of a number that will probably be submitted, so that on a slow network its result is available
 * by then.
 */
export function checkNumberAhead(phoneNum: string): void {
  if (!isAhead(phoneNum)) ahead = { phoneNum, askedAt: Date.now(), answer: check(phoneNum).catch(() => null) };
}

const isAhead = (phoneNum: string) => ahead?.phoneNum === phoneNum && Date.now() - ahead.askedAt < CHECK_TTL_MS;

/**
 * Runs the phone check. A check made in advance is used once; if it failed, the check runs again, so that its error is
 * shown.
 */
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

/** The message of a failed phone check about the number itself; null if the failure has another reason. */
export function refusalOfNumber({ status, message, details: { fields, fieldReasons, reason } }: ApiError): { words: string; reason?: string | undefined } | null {
  return status === 400 || status === 422 ? { words: fields?.phoneNum ?? message, reason: fieldReasons?.phoneNum ?? reason } : null;
}

/** Requests an SMS code. `imageCode` is the answer to the picture. */
export function askForCode(phoneNum: string, type: CodeType, imageCode?: string): Promise<Sending> {
  return api('member/sendSmsCode', { phoneNum, type, ...channelField(), ...(imageCode ? { code: imageCode } : {}) }, QUIET).then(
    (sent) => ({ sent }),
    (failed: ApiError) => ({ failed }),
  );
}

/** Submits the code. Throws an ApiError if it is not accepted. The caller starts the session. */
export async function enterCode(phoneNum: string, smsCode: string, inForce: TextVersions): Promise<Data<'member/smsLogin'>> {
  // Without a new tick no consents are sent, so that a consent withdrawn meanwhile stays withdrawn.
  const consents = hasConsented(inForce, phoneNum) ? [] : consentChoices(inForce);
  const login = await api('member/smsLogin', { phoneNum, smsCode, type: SmsType.login, ...loginOrigin(), consents }, QUIET);
  rememberConsent(inForce, phoneNum);
  return login;
}

/**
 * Records the consents that were ticked before a login without a code, which cannot carry them. If that fails, the next
 * login asks again.
 */
export async function recordConsents(phoneNum: string, inForce: TextVersions): Promise<void> {
  if (hasConsented(inForce, phoneNum)) return;
  try {
    for (const consent of consentChoices(inForce)) await api('member/consents/set', consent, QUIET);
    rememberConsent(inForce, phoneNum);
  } catch {
    return;
  }
}

/**
 * The URL of the picture for a number, valid only for this device. It contains only the first half of the device id,
 * because URLs are logged by servers in between.
 */
export const imageCodePath = (phone: string, timestamp: number) =>
  `/app/getValidateCode?mobile=${encodeURIComponent(phone)}&timestamp=${timestamp}&device=${deviceId().slice(0, 16)}`;
