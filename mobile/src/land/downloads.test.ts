import { expect, it } from 'vitest';
import { downloads } from './downloads';

const ANDROID = 'Mozilla/5.0 (Linux; Android 13) Chrome/124.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X)';
const android = '<a id="android" href="/download/20005.apk"></a>';
const ios = '<a id="ios" href="https://apps.apple.com/app/id1"></a>';

/** The links that a phone is shown. */
function shown(userAgent: string, links: string): string[] {
  document.body.innerHTML = `${links}<a id="web" href="/m/favorite" ${links ? 'hidden' : ''}></a>`;
  downloads(userAgent);
  return Array.from(document.querySelectorAll('a')).filter(({ hidden }) => !hidden).map(({ id }) => id);
}

// spec: 2.m-land-download
it.each([
  ['an Android phone', ANDROID, android + ios, 'android'],
  ['an iPhone', IPHONE, android + ios, 'ios'],
  ['an iPhone, where only Android has an app,', IPHONE, android, 'web'],
  ['an Android phone, where only iPhones have an app,', ANDROID, ios, 'web'],
  ['any phone, where there is no app,', ANDROID, '', 'web'],
])('%s is offered one way to the app', (_, userAgent, links, own) => {
  expect(shown(userAgent, links)).toEqual([own]);
});
