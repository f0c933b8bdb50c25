import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { noteStarted } from './started';

// Test files share jsdom and the libraries. Reset the app's modules, so that their state is new for each file.
vi.resetModules();

const end = noteStarted();

// Parts of pages are loaded on demand, which takes longer than the default of one second on a busy machine.
const patience = 10_000;
configure({ asyncUtilTimeout: patience });
const { waitFor } = vi;
vi.waitFor = (check, options) => waitFor(check, { timeout: patience, ...(typeof options === 'number' ? { timeout: options } : options) });

afterEach(cleanup);

// After each file, stop what it started, such as endless retries, and clean up the browser's state.
afterAll(() => {
  vi.waitFor = waitFor;
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

// jsdom has no layout, so it cannot scroll. Tests of the build scripts run without jsdom.
if (typeof Element !== 'undefined') Element.prototype.scrollIntoView = () => undefined;
