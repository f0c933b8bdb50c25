import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { noteStarted } from './started';

// Test files share jsdom and the libraries. What the app keeps in modules of its own begins anew with each file ...
vi.resetModules();

const end = noteStarted();

afterEach(cleanup);

// ... and with the file ends what it set going, as a call that is tried for ever, and what it left in the browser.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  end();
  if (typeof document === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split(';')) document.cookie = `${cookie.split('=')[0]!.trim()}=; path=/; max-age=0`;
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
});

// jsdom draws nothing, so nothing is out of sight. Tests of the build's scripts run without it.
if (typeof Element !== 'undefined') Element.prototype.scrollIntoView = () => undefined;
