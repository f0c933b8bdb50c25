// The main journey on browsers of 2018, as Android and as an iPhone (with their APIs reduced to Safari 11's); on
// WebKit, which iPhones use; and on today's Chromium, whose screenshots the others must match. Needs a running stack:
// E2E_BASE_URL. E2E_PICTURES=<dir> keeps the screenshots.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { wholeBrowser } from '../browser.mjs';
import { proofPictures } from './books.mjs';
import { openChromium, unpack } from './chromium.mjs';
import { Phone } from './phone.mjs';
import { difference } from './pictures.mjs';
import { fromAnotherAddress } from './carrier.mjs';
import { NOTE, sendPictures, walk } from './walk.mjs';
import { lacking, openWebKit } from './webkit.mjs';

const base = process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080';
const cache = fileURLToPath(new URL('../../../.cache/old', import.meta.url));
const safari11 = readFileSync(new URL('safari11.js', import.meta.url), 'utf8');

/** Below this difference pages count as equal. Two different pages differ by more than twice as much. */
const ALIKE = 0.06;

const android = (system, version) => `Mozilla/5.0 (Linux; Android ${system}; SM-J320F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Mobile Safari/537.36`;
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 11_1_2 like Mac OS X) AppleWebKit/604.3.5 (KHTML, like Gecko) Version/11.0 Mobile/15B202 Safari/604.1';

const phones = {
  today: { agent: android('13', '124.0.0.0'), build: 'modern' },
  'Chromium 64 as Android 5': { version: 64, agent: android('5.1.1', '64.0.3282.137'), build: 'legacy' },
  'Chromium 64 as iOS 11': { version: 64, agent: iphone, before: [safari11], build: 'legacy' },
  'Chromium 67 as Android 6': { version: 67, agent: android('6.0.1', '67.0.3396.87'), build: 'legacy' },
  'Chromium 67 as iOS 11': { version: 67, agent: iphone, before: [safari11], build: 'legacy' },
};

/** A random IP address per phone, so that limits per address do not add up. */
const address = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

async function open({ version, agent, before }) {
  if (!version && !wholeBrowser) throw new Error('No current Chromium is installed: install it, or set CHROMIUM_PATH.');
  return openChromium(version ? await unpack(version, cache) : wholeBrowser, { agent, before, headers: { 'X-Forwarded-For': address() } });
}

/** The position of the payment code in the screenshot of its page. */
const CODE = { name: 'repay-code', left: 130, top: 374, side: 492 };

/**
 * Masks the payment code in a screenshot, after checking that about half of it is dark. Its content differs on each
 * phone, and it may be drawn with another mask.
 */
function comparable(name, png) {
  if (name !== CODE.name) return png;
  const picture = PNG.sync.read(png);
  let dark = 0;
  for (let y = CODE.top; y < CODE.top + CODE.side; y += 1) {
    const from = (y * picture.width + CODE.left) * 4;
    for (let at = from; at < from + CODE.side * 4; at += 4) dark += picture.data[at] < 128 ? 1 : 0;
    picture.data.fill(255, from, from + CODE.side * 4);
  }
  const part = dark / CODE.side ** 2;
  assert.ok(part > 0.3 && part < 0.6, `the dark part of the payment code is ${part}`);
  return PNG.sync.write(picture);
}

/**
 * Walks the journey and returns its screenshots by name. With a proxy it also fills in the other forms with pictures.
 */
async function journey(name, driver, build, door) {
  const pictures = {};
  const phone = new Phone(driver, door?.base ?? base, door);
  const keep = async (picture, png) => {
    pictures[picture] = png;
    if (!process.env.E2E_PICTURES) return;
    const folder = join(process.env.E2E_PICTURES, name.replace(/\W+/g, '-'));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${picture}.png`), png);
  };
  try {
    const orderId = await walk(phone, keep);
    if (door) await sendPictures(phone, orderId);
    const scripts = await driver.run('Array.from(document.scripts, function (s) { return s.src; }).join(" ")');
    assert.equal(/-legacy-/.test(scripts), build === 'legacy', `the ${build} build is expected, but these scripts run: ${scripts}`);
    assert.deepEqual(driver.complaints, []);
  } catch (error) {
    await driver.picture().then((png) => keep('failed', png)).catch(() => undefined);
    throw error;
  } finally {
    await driver.close();
  }
  return pictures;
}

/**
 * As in the other e2e tests, a short stall of the machine must not fail a release: CI repeats a failed journey and
 * lists it.
 * @param {import('node:test').TestContext} context
 */
async function again(context, walked) {
  try {
    return await walked();
  } catch (error) {
    if (!process.env.CI) throw error;
    const pictures = await walked();
    context.diagnostic(`Passed only when it was walked again: ${context.name}: ${error.message.split('\n')[0]}`);
    return pictures;
  }
}

describe('the main journey', { concurrency: 2 }, () => {
  const started = {};
  for (const [name, phone] of Object.entries(phones)) {
    test(name, { timeout: 300_000 }, async (context) => {
      started[name] = again(context, async () => journey(name, await open(phone), phone.build));
      await started[name];
    });
  }
  test('WebKit', { timeout: 300_000, skip: lacking() ?? false }, async (context) => {
    const pictures = await again(context, async () => {
      const carrier = await fromAnotherAddress(base, address());
      try {
        return await journey('WebKit', await openWebKit(), 'modern', carrier);
      } finally {
        carrier.close();
      }
    });
    assert.ok(Object.keys(pictures).length >= 7);
    const [proof, ...more] = proofPictures(NOTE);
    assert.deepEqual(more, []);
    assert.equal(proof.subarray(0, 2).toString('hex'), 'ffd8', 'the picture of the payment is available to an operator');
  });

  for (const name of Object.keys(phones).slice(1)) {
    test(`${name} renders like the current browser`, { timeout: 300_000 }, async () => {
      const [today, old] = await Promise.all([started.today, started[name]]);
      assert.ok(Object.keys(today).length >= 7);
      const apart = (name) => difference(comparable(name, today[name]), comparable(name, old[name]));
      const different = Object.keys(today).map((name) => [name, apart(name)]).filter(([, part]) => part > ALIKE);
      assert.deepEqual(different, []);
    });
  }

  test('the comparison detects a missing button and another page', async () => {
    const today = await started.today;
    const bare = PNG.sync.read(today.home);
    for (let y = bare.height - 250; y < bare.height - 120; y += 1) bare.data.fill(255, y * bare.width * 4, (y + 1) * bare.width * 4);
    assert.ok(difference(today.home, PNG.sync.write(bare)) > ALIKE);
    assert.ok(difference(today.home, today['verify-list']) > ALIKE * 2);
  });
});
