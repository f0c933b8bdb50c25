import { asciiDigits, isLandingPhone, typePhone } from '@loanmarket/shared-types/validators';
import { hasConsented } from '@/lib/login/consent';
import { carriedLogin, carryLogin, saveLogin, savedLogin } from '@/lib/login/savedLogin';
import { getSession } from '@/lib/session';
import { $, busy, showFieldError, data, say, showTyped } from './page';

/**
 * The phone field (spec 5): only digits, a leading 0, cut at the region's maximum length, validated by the landing page
 * itself.
 */
export function form(start: (phone: string) => Promise<void>) {
  const phone = $<HTMLInputElement>('phone');
  const consent = $<HTMLInputElement>('consent');
  const go = $<HTMLButtonElement>('go');
  let typed = { shown: '', zeroAdded: false };
  const mask = () => {
    typed = typePhone(asciiDigits(phone.value), typed, data.region);
    showTyped(phone, typed.shown);
  };
  let working = false;

  const carried = carriedLogin(data);
  const kept = savedLogin(data) ?? carried;
  if (!phone.value) phone.value = kept?.phone || getSession().phone;
  if (kept?.agreed) consent.checked = true;
  const typedNow = () => ({ phone: phone.value, agreed: consent.checked });
  const keep = () => saveLogin(typedNow(), data);
  document.querySelectorAll('[data-lang]').forEach((link) => link.addEventListener('click', () => carryLogin(typedNow(), data)));
  mask();
  const asks = () => {
    $('consent-row').hidden = hasConsented(data, phone.value);
  };
  asks();
  phone.addEventListener('input', () => {
    mask();
    asks();
    keep();
    showFieldError('phone', '');
  });
  consent.addEventListener('change', () => {
    keep();
    showFieldError('consent', '');
  });
  $('form').addEventListener('submit', (event) => {
    event.preventDefault();
    if (working) return;
    mask();
    const fine = isLandingPhone(phone.value, data.region);
    const agreed = consent.checked || hasConsented(data, phone.value);
    showFieldError('phone', fine ? '' : say('validatePhone'));
    showFieldError('consent', !fine || agreed ? '' : say('consentNeeded'));
    if (!fine) phone.focus();
    else if (!agreed) consent.focus();
    if (!fine || !agreed) return;
    working = true;
    busy(go, true);
    void start(phone.value).then(rest, rest);
  });
  const rest = () => {
    working = false;
    busy(go, false);
  };
  return { rest };
}
