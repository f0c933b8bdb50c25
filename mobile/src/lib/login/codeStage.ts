import type { SendSmsCodeData } from '@loanmarket/shared-types/api';
import type { SmsType } from '@loanmarket/shared-types/enums';
import { errorCode, type ApiError } from '../api/error';
import { words } from '@/base/words';

/** What an SMS code is for (spec 7). */
export type CodeType = (typeof SmsType)[keyof typeof SmsType];

/** Resend wait of spec 4, for when the server does not name one. */
const RESEND_SECONDS = 120;

/** Where a borrower stands on their way to an SMS code. */
export type CodeStage =
  | { at: 'closed' }
  /** The picture's popup; `round` grows with each wrong answer, so that a new picture is fetched. */
  | { at: 'image'; round: number; words: string }
  /** The SMS dialog. Without `smsPhone` nothing is known to have been sent now; `words` say why. */
  | { at: 'sms'; smsPhone: string; codeLength: number; validMinutes: number; waitSeconds: number; words: string; sendings: number };

/** Why a code did not do. */
export interface Refusal {
  words: string;
  /** No answer for good came: the same code can be sent again. */
  keep: boolean;
}

/** What a failed call says about the code that it carried; by default that the data are not right (spec 5). */
export function refusalOf({ details, message, final }: ApiError): Refusal {
  return { words: details.fields?.smsCode || message || words.invalid(), keep: !final };
}

/** What asking for a code came to. */
export type Sending = { sent: SendSmsCodeData } | { failed: ApiError };

export interface NextStage {
  stage: CodeStage;
  /** Words about the number itself, to be shown at its field. */
  phoneWords?: string;
  /** The name of their reason. */
  phoneReason?: string | undefined;
  /** Words for a toast: nothing changed, and the borrower must not wait in vain. */
  toastWords?: string;
}

/** What refuses the number itself: another one has to be typed, or this one waited for. */
const ABOUT_NUMBER: readonly ApiError['code'][] = [errorCode.phoneInvalid, errorCode.carrierInvalid, errorCode.codeNotYet];

/**
 * Spec 8: 1000105 without smsPhone keeps the picture's popup open and the SMS dialog shut; any other answer about
 * sending closes the one and opens the other, which says what is wrong. An answer that refuses the number belongs to its field; no
 * answer at all changes nothing.
 */
export function afterSending(before: CodeStage, result: Sending, codeLength: number): NextStage {
  const sendings = before.at === 'sms' ? before.sendings + 1 : 1;
  if ('sent' in result) {
    const { smsPhone, resendSeconds, expiresSeconds, codeLength: length } = result.sent;
    return {
      stage: { at: 'sms', smsPhone, codeLength: length, validMinutes: Math.round(expiresSeconds / 60), waitSeconds: resendSeconds, words: '', sendings },
    };
  }
  const { failed } = result;
  const smsPhone = failed.details.smsPhone ?? '';
  if (failed.code === errorCode.imageCodeWrong && smsPhone === '') {
    const round = before.at === 'image' ? before.round + 1 : 0;
    return { stage: { at: 'image', round, words: before.at === 'image' ? failed.message : '' } };
  }
  // A code is on its way, was sent a moment ago, or may have been.
  const sent = smsPhone !== '' || failed.status === 429 || failed.code === errorCode.codeUncertain;
  if (!sent) {
    if (!failed.final) return { stage: before, toastWords: failed.message };
    if (before.at === 'sms') return { stage: { ...before, words: failed.message } };
    if (ABOUT_NUMBER.includes(failed.code)) return { stage: { at: 'closed' }, phoneWords: failed.message, phoneReason: failed.details.reason };
  }
  const waitSeconds = failed.details.retryAfter ?? RESEND_SECONDS;
  return { stage: { at: 'sms', smsPhone, codeLength, validMinutes: 0, waitSeconds, words: failed.message, sendings } };
}
