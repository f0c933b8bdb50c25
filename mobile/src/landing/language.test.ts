import { readFileSync } from 'node:fs';
import { fireEvent } from '@testing-library/dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { galleryConfig } from '@/gallery/config';
import texts from '@/i18n/vi/landing';

const HTML = readFileSync('landing.html', 'utf8');
const $ = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
const phone = () => $<HTMLInputElement>('phone');
const consent = () => $<HTMLInputElement>('consent');

/** Loads the page as filled in by the server, in a new document of the same tab. */
async function load(): Promise<void> {
  document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(HTML)![1]!.replace(/\{\{[^}]*\}\}/g, '');
  const { productId, region, iosDownloadUrl, prodPhone, termsVersion, privacyVersion } = galleryConfig;
  $('data').textContent = JSON.stringify({ lang: 'vi', productId, region, iosDownloadUrl, prodPhone, termsVersion, privacyVersion, texts: texts.script });
  vi.resetModules();
  const { form } = await import('./form');
  form(async () => undefined);
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = 'phone=; Max-Age=0; Path=/';
});

it('the number and the tick survive a change of the language, but not a new visit', async () => {
  await load();
  fireEvent.input(phone(), { target: { value: '0912345678' } });
  fireEvent.click(consent());
  fireEvent.click(document.querySelector('[data-lang]')!);
  await load();
  expect(phone().value).toBe('0912345678');
  expect(consent().checked).toBe(true);
  await load();
  expect(phone().value).toBe('');
  expect(consent().checked).toBe(false);
});
