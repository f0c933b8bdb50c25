// Keeps the app's own files, so that it opens without a network. With one, every page comes from the server: the version check
// stays the one way to a new build. No call of the API passes through here, and no answer of one is kept. Read as it stands by the
// browsers of 2018 that know workers.
/* global addEventListener, caches, clients, fetch, location, Request, setTimeout, skipWaiting, URL */
const SHELL = 'shell-2';
const FILES = 'files-2';
/** As many files as two builds of the app have; the oldest go first. */
const MOST_FILES = 400;
/** What the app is made of: a captive portal answers with pages. */
const OWN_TYPES = /^(text\/css|(text|application)\/javascript|font\/|image\/|application\/wasm)/;
/** Stands in every page of the app, and in nobody else's. */
const OWN_PAGE = '<meta name="loanmarket"';
/** Under this address the page is kept with which every route of the app starts. */
const START = '/m/home';
/** A line that is silent for so long is as good as none, where there is a page to show. */
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

// What was loaded before this worker was there.
addEventListener('message', (event) => {
  const { keep } = event.data;
  event.waitUntil(Promise.all([...keep.map((address) => file(new Request(address)).then(({ written }) => written)), fromServer(event, new Request(START), new URL(START, location.href))]).catch(() => undefined));
});

/**
 * A file's name says what is in it: one that is kept is never outdated. The page has its answer before it is `written`: the storage
 * of a cheap phone is slow, and may be silent.
 */
async function file(request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return { answer: kept };
  const answer = await fetch(request);
  const ours = answer.ok && OWN_TYPES.test(answer.headers.get('Content-Type'));
  return { answer, written: ours ? keepIn(cache, request, answer.clone()) : undefined };
}

/** Where the storage is full the page has its answer all the same. */
function keepIn(cache, request, answer) {
  const tooMany = (names) => names.slice(0, Math.max(0, names.length - MOST_FILES));
  return cache.put(request, answer).then(() => cache.keys())
    .then((names) => Promise.all(tooMany(names).map((name) => cache.delete(name)))).catch(() => undefined);
}

/** A page as it comes; the one that was kept where no server answers, or none soon: the app then says itself what it waits for. */
async function page(coming) {
  const kept = await caches.match(START, { cacheName: SHELL, ignoreVary: true });
  if (!kept) return coming;
  const silence = new Promise((resolve) => setTimeout(() => resolve(kept), SILENT_MS));
  return Promise.race([coming, silence]).catch(() => kept);
}

function fromServer(event, request, url) {
  const coming = fetch(request);
  event.waitUntil(coming.then((answer) => mayStart(answer, url) && keepStart(answer.clone())).catch(() => undefined));
  return coming;
}

/** A payment page has a stricter policy than the others, which would stay with it. */
const mayStart = (answer, url) => answer.ok && answer.type === 'basic' && !answer.redirected && !url.pathname.startsWith('/m/repay');

async function keepStart(answer) {
  const copy = answer.clone();
  if (!(await answer.text()).includes(OWN_PAGE)) return;
  const cache = await caches.open(SHELL);
  await cache.put(START, copy);
}
