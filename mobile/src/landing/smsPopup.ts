import { isSmsCode, maskDigits } from '@loanmarket/shared-types/validators';
import { askTimeOnReturn, countdown } from '@/base/countdown';
import { formatWait } from '@/lib/format/wait';
import { $, busy, showFieldError, data, say } from './page';
import { popupOf } from './popup';
import { toast } from './toast';
import type { CodeStage, Refusal } from '@/lib/login/codeStage';

type SmsStage = Extract<CodeStage, { at: 'sms' }>;

/** The dialog for the SMS code: boxes drawn over one real input, and the resend button with its countdown. */
export function smsPopup(onSubmit: (code: string) => Promise<Refusal | void>, onResend: () => Promise<void>, onClose: () => void) {
  const input = $<HTMLInputElement>('sms-code');
  const go = $<HTMLButtonElement>('sms-go');
  const again = $<HTMLButtonElement>('sms-again');
  const boxes = $('sms-boxes');
  let length = 4;
  let rest = () => 0;
  let timer: number | undefined;
  let stopAsking = () => {};
  let submitting = false;
  /** The number of the code that the dialog is currently about. */
  let round = 0;

  const draw = () => {
    const digits = input.value;
    const focused = document.activeElement === input;
    // The caret always stays at the end, where the marked box is, wherever the field was tapped.
    if (focused) input.setSelectionRange(digits.length, digits.length);
    const current = focused ? Math.min(digits.length, length - 1) : -1;
    while (boxes.children.length < length) boxes.appendChild(document.createElement('span'));
    while (boxes.children.length > length) boxes.removeChild(boxes.lastChild!);
    Array.from(boxes.children).forEach((box, index) => {
      box.textContent = digits[index] ?? '';
      box.className = index === current ? 'current' : '';
    });
    go.disabled = !isSmsCode(digits, length);
  };
  const tick = () => {
    const left = rest();
    again.disabled = left > 0;
    again.textContent = left > 0 ? say('resendIn', { wait: formatWait(left, data.lang) }) : say('resend');
    if (left === 0) stop();
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    stopAsking();
  };
  const wrong = (words: string) => {
    showFieldError('sms-code', words);
    boxes.className = words ? 'boxes wrong' : 'boxes';
  };
  const popup = popupOf($('sms-popup'), () => {
    stop();
    onClose();
  });
  const work = (on: boolean) => {
    submitting = on;
    busy(go, on);
  };
  const submit = async () => {
    if (submitting || !isSmsCode(input.value, length)) return;
    const asked = round;
    work(true);
    const refusal = await onSubmit(input.value);
    // The dialog was closed meanwhile and is now about another code.
    if (asked !== round) return;
    work(false);
    if (!refusal) return;
    wrong(refusal.words);
    if (!refusal.keep) input.value = '';
    input.focus();
    draw();
  };

  input.addEventListener('input', () => {
    input.value = maskDigits(input.value, length);
    if (input.value) wrong('');
    draw();
    // Once all digits are present, whether typed, pasted or filled in by the phone, the code is submitted.
    void submit();
  });
  ['focus', 'blur', 'click', 'keyup'].forEach((name) => input.addEventListener(name, draw));
  $('sms-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  again.addEventListener('click', () => {
    again.disabled = true;
    void onResend();
  });

  return {
    show: (stage: SmsStage) => {
      length = stage.codeLength;
      round++;
      work(false);
      input.value = '';
      input.maxLength = 20;
      input.setAttribute('aria-label', say('input', { n: length }));
      wrong(stage.words);
      $('sms-sent').textContent = stage.smsPhone ? say('sent', { phone: stage.smsPhone }) : '';
      if (stage.sendings > 1 && !stage.words) toast(say('resent'));
      rest = countdown(stage.waitSeconds);
      stop();
      stopAsking = askTimeOnReturn();
      timer = window.setInterval(tick, 250);
      popup.open(input);
      draw();
      tick();
    },
    /** Restarts the countdown display after a failed resend that changed nothing. */
    wake: tick,
    close: popup.close,
  };
}
