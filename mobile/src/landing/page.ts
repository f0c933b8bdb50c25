import type { RegionConfig } from '@loanmarket/shared-types/api';
import { caretIn } from '@/base/caret';
import type { Language } from '@/i18n/languages';
import type { Texts } from '@/i18n/texts';
import { getSession } from '@/lib/session';

/** The data that the server embeds in the page. */
export interface PageData {
  lang: Language;
  productId: string;
  region: RegionConfig;
  iosDownloadUrl: string;
  prodPhone: string;
  termsVersion: string;
  privacyVersion: string;
  texts: Texts['landing']['script'];
}

/** Returns an element that is known to exist. */
export function $<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** The embedded data of the page. */
export const data = JSON.parse($('data').textContent ?? '{}') as PageData;

/** Returns a text with its {{placeholders}} filled in. */
export function say(key: keyof PageData['texts'], words: Record<string, string | number> = {}): string {
  return data.texts[key].replace(/\{\{(\w+)\}\}/g, (found: string, name: string) => String(words[name] ?? found));
}

/**
 * Shows the form, or, to somebody who is logged in, the button into the app. It gets the focus where the form had it, or where the
 * login has `just` happened.
 */
export function showLoginState(just = false): void {
  const { loggedIn } = getSession();
  const form = $('form');
  const stoodIn = form.contains(document.activeElement);
  document.documentElement.classList.remove('logged-in');
  $('loggedIn').hidden = !loggedIn;
  form.hidden = loggedIn;
  if (loggedIn && (just || stoodIn)) $('enter').focus();
}

/** Shows the accepted part of the typed text in a field and keeps the caret position. */
export function showTyped(input: HTMLInputElement, taken: string): void {
  const { value: typed, selectionStart: at } = input;
  if (taken === typed) return;
  input.value = taken;
  if (at === null || document.activeElement !== input) return;
  const caret = caretIn(taken, typed, at);
  input.setSelectionRange(caret, caret);
}

/** Shows a message at a field; an empty message removes it. */
export function showFieldError(id: string, words: string): void {
  $(`${id}-error`).textContent = words;
  const field = document.getElementById(id);
  if (words) field?.setAttribute('aria-invalid', 'true');
  else field?.removeAttribute('aria-invalid');
  const box = field?.parentElement;
  if (box?.classList.contains('box')) box.classList[words ? 'add' : 'remove']('wrong');
}

/** Marks a button as busy. It accepts no further tap meanwhile. */
export function busy(button: HTMLElement, on: boolean): void {
  button.classList[on ? 'add' : 'remove']('busy');
  if (on) button.setAttribute('aria-busy', 'true');
  else button.removeAttribute('aria-busy');
}
