import { SmsType } from '@loanmarket/shared-types/enums';
import { ApiError } from '@/lib/api/error';
import { afterSending, refusalOf, type CodeStage, type Refusal } from '@/lib/login/codeStage';
import type { TextVersions } from '@/lib/login/consent';
import { forgetLogin, saveCode, savedCode } from '@/lib/login/savedLogin';
import { askForCode, checkNumber, enterCode, refusalOfNumber } from '@/lib/login/steps';
import { registrationId } from '@/lib/ads/registration';
import { startSession } from '@/lib/session';
import { imagePopup } from './imagePopup';
import { leave, leaveToLogin } from './leave';
import { $, showFieldError, data, showLoginState, say } from './page';
import { registered } from './pixels/pixels';
import { smsPopup } from './smsPopup';
import { toast } from './toast';

/**
 * The landing flow of spec 4: phone check, picture code if needed, SMS code, login, and on to the borrower's page.
 * Steps and stages are shared with the app's own login.
 */
export function flow() {
  let stage: CodeStage = { at: 'closed' };
  let phone = '';
  /** The texts that the form showed when the code was requested. */
  let inForce: TextVersions = data;
  /**
   * Called when the dialog is closed after the login: the browser's back closes it and also cancels the navigation to
   * the next page.
   */
  let stayed = () => {};

  const show = (next: CodeStage) => {
    if (next.at !== 'image') image.close();
    if (next.at !== 'sms') sms.close();
    stage = next;
    saveCode(phone, next, inForce);
    if (next.at === 'image') image.show(phone, next.words);
    if (next.at === 'sms') sms.show(next);
  };
  const send = async (imageCode?: string) => {
    const before = stage;
    const result = await askForCode(phone, SmsType.login, imageCode);
    // The dialog that made the request was closed meanwhile. It must not reopen by itself or replace a newer one.
    if (stage !== before) return;
    const next = afterSending(stage, result, data.region.smsCodeLength);
    if (next.stage === stage) sms.wake();
    else show(next.stage);
    if (next.phoneWords) showFieldError('phone', next.phoneWords);
    if (next.toastWords) toast(next.toastWords);
  };
  const submit = async (smsCode: string): Promise<Refusal | void> => {
    // The form may be about another number by the time the response arrives.
    const number = phone;
    try {
      const login = await enterCode(number, smsCode, inForce);
      forgetLogin();
      startSession(login.token, number);
      // The server reports the registration to the platform anyway.
      if (login.isNewMember) void registrationId(login.memberId).then(registered, () => undefined);
      leave(login.isNewMember);
      // The page is being left, so its button stays busy until then.
      if (stage.at === 'sms') await new Promise<void>((resolve) => (stayed = resolve));
      return showLoginState(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message);
      return refusalOf(error);
    }
  };

  const closed = () => {
    stage = { at: 'closed' };
    saveCode(phone, stage, inForce);
    stayed();
  };
  const image = imagePopup(send, closed);
  const sms = smsPopup(submit, () => send(), closed);

  return {
    /** Starts with a number of valid format. */
    start: async (number: string) => {
      phone = number;
      inForce = data;
      showFieldError('phone', '');
      try {
        const { next, face } = await checkNumber(phone);
        if (face) leaveToLogin(phone);
        else if (next === 'otherwise') showFieldError('phone', say('noSms', { phone: data.prodPhone }));
        else if (next === 'image') show({ at: 'image', round: 0, words: '' });
        else await send();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const refusal = refusalOfNumber(error);
        if (refusal) {
          showFieldError('phone', refusal.words);
          $('phone').focus();
        } else toast(error.message);
      }
    },
    /** Reopens the dialog that was open when the browser discarded the page. */
    resume: () => {
      const kept = savedCode();
      if (!kept) return;
      phone = kept.phone;
      stage = kept.stage;
      inForce = kept.inForce ?? data;
      sms.show(kept.stage);
    },
    /** Closes all dialogs, for a page restored from the back/forward cache. */
    reset: () => {
      image.close();
      sms.close();
      stage = { at: 'closed' };
    },
  };
}
