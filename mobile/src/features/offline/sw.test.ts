// @vitest-environment node
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const ORIGIN = 'https://app.example';
const source = readFileSync('public/sw.js', 'utf8');

type Answer = (request: Request) => Promise<Response>;

/** The service worker with its own caches and a mocked network. */
function worker() {
  const kept = new Map<string, Map<string, Response>>();
  const disk = { written: async () => undefined as void };
  const path = (request: Request | string) => new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname;
  const cacheOf = (name: string) => {
    const cache = kept.get(name) ?? kept.set(name, new Map()).get(name)!;
    return {
      match: async (request: Request | string) => cache.get(path(request))?.clone(),
      put: async (request: Request | string, answer: Response) => {
        await disk.written();
        cache.set(path(request), answer);
      },
      keys: async () => [],
    };
  };
  const caches = { open: async (name: string) => cacheOf(name), match: async (request: string, { cacheName }: { cacheName: string }) => cacheOf(cacheName).match(request) };
  const net = { answer: (async () => new Response()) as Answer };
  const listeners: Record<string, (event: object) => void> = {};
  const asked: Request[] = [];
  const aside: Promise<unknown>[] = [];
  const scope = {
    addEventListener: (name: string, listener: (event: object) => void) => (listeners[name] = listener),
    caches,
    clients: {},
    fetch: (request: Request) => (asked.push(request), net.answer(request)),
    location: new URL(ORIGIN),
    skipWaiting: () => undefined,
    Request: class extends Request {
      constructor(address: string) {
        super(new URL(address, ORIGIN));
      }
    },
  };
  new Function(...Object.keys(scope), source)(...Object.values(scope));
  const get = (address: string, mode: string) => {
    let answer: Promise<Response> | undefined;
    const request = Object.defineProperty(new Request(ORIGIN + address), 'mode', { value: mode });
    listeners.fetch!({ request, respondWith: (given: Promise<Response>) => (answer = given), waitUntil: (work: Promise<unknown>) => aside.push(work) });
    return answer!;
  };
  return { net, disk, asked, done: () => Promise.all(aside), page: (address: string) => get(address, 'navigate'), file: (address: string) => get(address, 'cors') };
}

/** A response of type basic, as responses from the own server are. */
const basic = (body: string, contentType: string) => Object.defineProperty(new Response(body, { headers: { 'Content-Type': contentType } }), 'type', { value: 'basic' });
const mark = '<meta name="loanmarket" content="app" />';
const app = () => basic(`<html>${mark}<div id="root">the app</div>`, 'text/html; charset=utf-8');
const silence = () => new Promise<Response>(() => undefined);
const textOf = async (answer: Promise<Response>) => (await answer).text();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('service worker', () => {
  it('serves the cached app if the network does not respond, and caches a page that arrives late', async () => {
    const { net, done, page } = worker();
    net.answer = async () => app();
    await page('/m/home');
    await done();
    let come: (answer: Response) => void = () => undefined;
    net.answer = () => new Promise((resolve) => (come = resolve));
    const opened = page('/m/order/list');
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await textOf(opened)).toContain('the app');
    come(basic(`<html>${mark}the next app`, 'text/html'));
    await done();
    net.answer = async () => Promise.reject(new TypeError('no network'));
    expect(await textOf(page('/m/home'))).toContain('the next app');
  });

  it('does not cache the page of a captive portal, neither as a file nor as the app', async () => {
    expect(readFileSync('index.html', 'utf8'), 'index.html has the marker by which the worker recognises the app').toContain(mark);
    const { net, asked, done, page, file } = worker();
    net.answer = async () => app();
    await page('/m/home');
    await done();
    const portal = () => basic('<html>Log in to the Wi-Fi', 'text/html');
    net.answer = async () => portal();
    expect(await textOf(page('/m/home')), 'the portal page is shown').toContain('Wi-Fi');
    await file('/assets/loan-1.js');
    await done();
    net.answer = async () => basic('export {}', 'text/javascript; charset=utf-8');
    expect(await textOf(file('/assets/loan-1.js'))).toBe('export {}');
    const before = asked.length;
    expect(await textOf(file('/assets/loan-1.js')), 'the file is served from the cache').toBe('export {}');
    expect(asked).toHaveLength(before);
    net.answer = async () => Promise.reject(new TypeError('no network'));
    expect(await textOf(page('/m/home'))).toContain('the app');
  });

  it.each([['text/css'], ['font/woff2'], ['image/svg+xml'], ['application/javascript']])('caches a file of type %s', async (type) => {
    const { net, asked, done, file } = worker();
    net.answer = async () => basic('x', type);
    await file('/assets/a');
    await done();
    await file('/assets/a');
    expect(asked).toHaveLength(1);
  });

  it('responds with a file before it is written to the cache', async () => {
    const { net, disk, file } = worker();
    disk.written = silence as () => Promise<never>;
    net.answer = async () => basic('export {}', 'text/javascript');
    expect(await textOf(file('/assets/loan-1.js'))).toBe('export {}');
  });

  it('waits for the server if nothing is cached', async () => {
    const { net, page } = worker();
    net.answer = silence;
    const settled = vi.fn();
    void page('/m/home').then(settled, settled);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(settled).not.toHaveBeenCalled();
  });
});
