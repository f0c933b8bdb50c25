// Caches the app's own files, so that it opens without a network. With a network every page comes from the server, so
// the version check remains the only way to a new build. API calls do not pass through here and are never cached. This
// file is served unchanged to the browsers of 2018 that support service workers.
/* global addEventListener, caches, clients, fetch, location, Request, setTimeout, skipWaiting, URL */
const SHELL = 'shell-2';
const FILES = 'files-2';
/** The number of files of two builds of the app; the oldest are deleted first. */
const MOST_FILES = 400;
/** The content types of the app's files. A captive portal responds with HTML. */
const OWN_TYPES = /^(text\/css|(text|application)\/javascript|font\/|image\/|application\/wasm)/;
/** Present in every page of the app and in no other page. */
const OWN_PAGE = '<meta name="loanmarket"';
/** The cache key of the page with which every route of the app starts. */
const START = '/m/home';
/** After this time without a response, the cached page is shown if there is one. */
const SILENT_MS = 4000;

const isFile = (url) => url.origin === location.origin && url.pathname.startsWith('/assets/');
const isApp = ({ origin, pathname }) => origin === location.origin && /^\/(m(\/.*)?)?$/.test(pathname) && !/^\/m\/(land|pixel)/.test(pathname);

addEventListener('install', () => skipWaiting());

addEventListener('activate', (event) => {
  const outdated = caches.keys().then((names) => Promise.all(names.filter((name) => name !== SHELL && name !== FILES).map((name) => caches.delete(name))));
  event.waitUntil(outdated.then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET') return;
  if (isFile(url)) {
    const coming = file(request);
    event.respondWith(coming.then(({ answer }) => answer));
    event.waitUntil(coming.then(({ written }) => written).catch(() => undefined));
  } else if (request.mode === 'navigate' && isApp(url)) event.respondWith(page(fromServer(event, request, url)));
});

// Caches the files that were loaded before this worker was active.
addEventListener('message', (event) => {
  const { keep } = event.data;
  event.waitUntil(Promise.all([...keep.map((address) => file(new Request(address)).then(({ written }) => written)), fromServer(event, new Request(START), new URL(START, location.href))]).catch(() => undefined));
});

/**
 * File names contain a hash of the content, so cached files never become outdated. The page receives its response
 * before it is `written`, because a cheap phone's storage is slow and may hang.
 */
async function file(request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return { answer: kept };
  const answer = await fetch(request);
  const ours = answer.ok && OWN_TYPES.test(answer.headers.get('Content-Type'));
  return { answer, written: ours ? keepIn(cache, request, answer.clone()) : undefined };
}

/** If the storage is full, the page still receives its response. */
function keepIn(cache, request, answer) {
  const tooMany = (names) => names.slice(0, Math.max(0, names.length - MOST_FILES));
  return cache.put(request, answer).then(() => cache.keys())
    .then((names) => Promise.all(tooMany(names).map((name) => cache.delete(name)))).catch(() => undefined);
}

/**
 * The page from the server, or the cached one if the server does not respond, is slow, or only something before it
 * responds that it is down. The app then shows itself what it is waiting for.
 */
async function page(coming) {
  const kept = await caches.match(START, { cacheName: SHELL, ignoreVary: true });
  if (!kept) return coming;
  const silence = new Promise((resolve) => setTimeout(() => resolve(kept), SILENT_MS));
  return Promise.race([coming.then((answer) => (answer.status < 500 ? answer : kept)), silence]).catch(() => kept);
}

function fromServer(event, request, url) {
  const coming = fetch(request);
  event.waitUntil(coming.then((answer) => mayStart(answer, url) && keepStart(answer.clone())).catch(() => undefined));
  return coming;
}

/** A payment page has a stricter content security policy, which must not be cached for all pages. */
const mayStart = (answer, url) => answer.ok && answer.type === 'basic' && !answer.redirected && !url.pathname.startsWith('/m/repay');

async function keepStart(answer) {
  const copy = answer.clone();
  if (!(await answer.text()).includes(OWN_PAGE)) return;
  const cache = await caches.open(SHELL);
  await cache.put(START, copy);
}
