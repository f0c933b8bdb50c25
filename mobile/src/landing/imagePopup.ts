import { isImageCode, maskImageCode } from '@loanmarket/shared-types/validators';
import { $, showFieldError, say, showTyped } from './page';
import { popupOf } from './popup';
import { imageCodePath } from '@/lib/login/steps';

/** How long the confirm button is disabled after a tap (spec 4). */
const DISABLED_MS = 1000;

/** The popup with the picture code. It is reset each time it opens and after each wrong answer. */
export function imagePopup(onCode: (code: string) => Promise<void>, onClose: () => void) {
  const input = $<HTMLInputElement>('image-code');
  const go = $<HTMLButtonElement>('image-go');
  const picture = $<HTMLImageElement>('image');
  let phone = '';
  let resting = false;
  /** The number of times the popup was shown, and whether the code of this time is on its way: it can be used only once. */
  let round = 0;
  let sending = false;
  const popup = popupOf($('image-popup'), onClose);
  const code = () => maskImageCode(input.value);
  const allow = () => (go.disabled = resting || sending || !isImageCode(code()));
  const refresh = () => {
    input.value = '';
    $('image-failed').hidden = true;
    picture.hidden = false;
    picture.src = imageCodePath(phone, Date.now());
    allow();
  };

  $('picture').setAttribute('aria-label', say('imageAlt'));
  $('picture').addEventListener('click', () => {
    showFieldError('image-code', '');
    refresh();
    input.focus();
  });
  picture.addEventListener('error', () => {
    picture.hidden = true;
    $('image-failed').textContent = say('imageFailed');
    $('image-failed').hidden = false;
  });
  input.addEventListener('input', () => {
    showTyped(input, code());
    showFieldError('image-code', '');
    allow();
  });
  $('image-form').addEventListener('submit', (event) => {
    event.preventDefault();
    if (resting || sending || !isImageCode(code())) return;
    const own = round;
    resting = true;
    sending = true;
    allow();
    setTimeout(() => {
      resting = false;
      allow();
    }, DISABLED_MS);
    const answered = () => {
      if (own !== round) return;
      sending = false;
      allow();
    };
    onCode(code()).then(answered, answered);
  });

  return {
    show: (number: string, words: string) => {
      phone = number;
      round += 1;
      sending = false;
      refresh();
      popup.open(input);
      showFieldError('image-code', words);
    },
    close: popup.close,
  };
}
