import type { SendSmsCodeData } from '@loanmarket/shared-types/api';
import type { SmsType } from '@loanmarket/shared-types/enums';
import { errorCode, type ApiError } from '../api/error';
import { words } from '@/base/words';

/** The purpose of an SMS code (spec 7). */
export type CodeType = (typeof SmsType)[keyof typeof SmsType];

/** Default delay before a resend (spec 4), used if the server gives none. */
const RESEND_SECONDS = 120;

/** The current step on the way to an SMS code. */
export type CodeStage =
  | { at: 'closed' }
  /** The popup with the picture code. `round` grows with each wrong answer, so that a new picture is loaded. */
  | { at: 'image'; round: number; words: string }
  /** The SMS dialog. An empty `smsPhone` means that no code is known to have been sent now; `words` explains why. */
  | { at: 'sms'; smsPhone: string; codeLength: number; validMinutes: number; waitSeconds: number; words: string; sendings: number };

/** Why a code was not accepted. */
export interface Refusal {
  words: string;
  /** No final response arrived, so the same code can be sent again. */
  keep: boolean;
}

/** The refusal for a failed call that carried a code. The default message is that the data are invalid (spec 5). */
export function refusalOf({ details, message, final }: ApiError): Refusal {
  return { words: details.fields?.smsCode || message || words.invalid(), keep: !final };
}

/** The result of requesting a code. */
export type Sending = { sent: SendSmsCodeData } | { failed: ApiError };

export interface NextStage {
  stage: CodeStage;
  /** A message about the number itself, shown at its field. */
  phoneWords?: string;
  /** The reason name of that message. */
  phoneReason?: string | undefined;
  /** A message for a toast. The stage is unchanged, and the borrower must not wait for a code. */
  toastWords?: string;
}

/** Codes that reject the number itself: the borrower has to enter another one, or wait until this one is accepted. */
const ABOUT_NUMBER: readonly ApiError['code'][] = [errorCode.phoneInvalid, errorCode.carrierInvalid, errorCode.codeNotYet];

/**
 * Returns the stage after a code was requested. Spec 8: 1000105 without smsPhone keeps the picture popup open and the
 * SMS dialog closed; any other response about sending closes the popup and opens the dialog, which shows the message.
 * An error about the number is shown at its field. Without a response the stage stays the same.
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
  // A code is being sent, was sent a moment ago, or may have been sent.
  const sent = smsPhone !== '' || failed.status === 429 || failed.code === errorCode.codeUncertain;
  if (!sent) {
    if (!failed.final) return { stage: before, toastWords: failed.message };
    if (before.at === 'sms') return { stage: { ...before, words: failed.message } };
    if (ABOUT_NUMBER.includes(failed.code)) return { stage: { at: 'closed' }, phoneWords: failed.message, phoneReason: failed.details.reason };
  }
  const waitSeconds = failed.details.retryAfter ?? RESEND_SECONDS;
  return { stage: { at: 'sms', smsPhone, codeLength, validMinutes: 0, waitSeconds, words: failed.message, sendings } };
}
