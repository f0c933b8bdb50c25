// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const source = readFileSync('public/sw.js', 'utf8');
const PAGE = '<html><meta name="loanmarket" content="app" />the app';

/** The service worker with the app's page in its cache, and a server that responds with `answer`. */
function navigation(answer: Response): Promise<Response> {
  const listeners: Record<string, (event: object) => void> = {};
  const scope = {
    addEventListener: (name: string, listener: (event: object) => void) => (listeners[name] = listener),
    caches: { match: async () => new Response(PAGE), open: async () => ({ put: async () => undefined }) },
    clients: {},
    fetch: async () => answer,
    location: new URL('https://app.example'),
    skipWaiting: () => undefined,
  };
  new Function(...Object.keys(scope), source)(...Object.values(scope));
  let given: Promise<Response> | undefined;
  const request = Object.defineProperty(new Request('https://app.example/m/home'), 'mode', { value: 'navigate' });
  listeners.fetch!({ request, respondWith: (page: Promise<Response>) => (given = page), waitUntil: () => undefined });
  return given!;
}

it.each([502, 503, 504])('the app opens from the phone while something before the server says %i', async (status) => {
  expect(await (await navigation(new Response('<html>Bad Gateway', { status }))).text()).toContain('the app');
});

it.each([200, 404])('a page that the server sends with %i is shown', async (status) => {
  expect(await (await navigation(new Response('<html>from the server', { status }))).text()).toContain('from the server');
});
