// Tests the portrait on an ID card, with a card that the test draws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { match, type Likeness, type Template } from '../src/descriptor/descriptor';
import { describePortrait } from '../src/liveness/portrait';
import { jpeg, otherPerson, puppet } from './puppet/camera';
import { photoFile } from './puppet/files';
import { models, play } from './support/judging';

/** Returns a picture of a card: the portrait on the left with a face of the given width in pixels, print on the right. */
async function card(face: number, portrait: Buffer | string = photoFile): Promise<Buffer> {
  const scale = face / 187;
  const picture = await sharp(portrait).extract({ left: 170, top: 40, width: 300, height: 380 }).resize({ width: Math.round(300 * scale) }).modulate({ saturation: 0.8 }).toBuffer();
  const lines = Array.from({ length: 8 }, (_, i) => `<rect x="620" y="${200 + i * 60}" width="${500 - (i % 3) * 120}" height="22" fill="#445"/>`).join('');
  const print = Buffer.from(`<svg width="1280" height="800"><rect width="1280" height="800" fill="#dde4ea"/>${lines}</svg>`);
  return sharp(print).composite([{ input: picture, left: 90, top: 180 }]).jpeg({ quality: 80 }).toBuffer();
}

async function likeness(portrait: Template | null, live: Template | null): Promise<Likeness> {
  assert.ok(portrait && live);
  return match((await models()).descriptor, live, portrait, 'portrait');
}

test('a portrait is found whichever way up the card was photographed, and is alike to the living face', async () => {
  const { template: live } = await play(await puppet(), 'turn_left');
  const upright = await card(120);
  for (const turn of [0, 90, 180, 270]) {
    const { result, template } = await describePortrait(await models(), await sharp(upright).rotate(turn).jpeg().toBuffer());
    assert.equal(result, 'found', `${turn}`);
    assert.equal(await likeness(template, live), 'alike', `${turn}`);
  }
});

test('the portrait of somebody else is different', async () => {
  const { template: live } = await play(await puppet(), 'turn_left');
  const other = await jpeg((await otherPerson()).render({}));
  const { result, template } = await describePortrait(await models(), await card(150, other));
  assert.equal(result, 'found');
  assert.equal(await likeness(template, live), 'different');
});

test('a card without a portrait, with too small a one, and no picture at all', async () => {
  const { detector } = await models();
  assert.ok(detector);
  const empty = await sharp({ create: { width: 1280, height: 800, channels: 3, background: '#dde4ea' } }).jpeg().toBuffer();
  assert.deepEqual(await describePortrait(await models(), empty), { result: 'none', template: null });
  assert.deepEqual(await describePortrait(await models(), await card(45)), { result: 'too_small', template: null });
  assert.deepEqual(await describePortrait(await models(), Buffer.from('no picture')), { result: 'undecodable', template: null });
});
