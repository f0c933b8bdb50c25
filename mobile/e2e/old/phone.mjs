// A user's actions on a phone, over any driver: finds elements by text, waits until they can be tapped, taps and types.
import { readFileSync } from 'node:fs';

const hand = readFileSync(new URL('hand.js', import.meta.url), 'utf8');
const TIMEOUT_MS = 20_000;

export class Phone {
  /**
   * @param driver run, open, tap, type, attach, picture, complaints; see chromium.mjs.
   * @param door a proxy that can hold back calls; see carrier.mjs. Without it calls are not held back.
   */
  constructor(driver, base, door) {
    Object.assign(this, { driver, base, door });
  }

  /** Evaluates an expression in the page. The helpers are included each time, because the page may have changed. */
  ask(expression) {
    return this.driver.run(expression, hand);
  }

  async until(what, check) {
    const end = Date.now() + TIMEOUT_MS;
    let last;
    for (;;) {
      if (this.driver.complaints.length) throw new Error(`${what}: the page reported errors: ${this.driver.complaints.join('\n')}`);
      try {
        last = await check();
        if (last === true || (last && typeof last === 'object')) return last;
      } catch (error) {
        last = error.message;
        if (/is gone|no answer/.test(last)) throw error;
      }
      if (Date.now() > end) throw new Error(`${what}: ${last}\n${await this.ask('location.href + "\\n" + document.body.innerText').catch(() => '')}`);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  }

  open(path) {
    return this.driver.open(this.base + path);
  }

  /** Waits for a page of the app with all its data. */
  arrive(path) {
    return this.until(`arrive at ${path}`, async () => {
      const here = await this.ask('location.pathname + " " + __hand.busy()');
      return new RegExp(`^${path} 0$`).test(here) || here;
    });
  }

  /** The path of the current page. */
  here() {
    return this.ask('location.pathname');
  }

  see(words) {
    return this.until(`see ${words}`, () => this.ask(`__hand.find("text", ${JSON.stringify(words)}) ? true : "not there"`));
  }

  async tap(kind, words, nth) {
    const element = `__hand.find(${JSON.stringify(kind)}, ${JSON.stringify(words)}, ${nth})`;
    let before = '';
    // The same position twice in a row means that nothing is moving.
    const { x, y } = await this.until(`tap ${words}`, async () => {
      const spot = await this.ask(`__hand.place(${element})`);
      if (typeof spot !== 'object') return spot;
      const now = JSON.stringify(spot);
      const still = now === before;
      before = now;
      return still ? spot : 'moving';
    });
    await this.driver.tap(x, y);
  }

  /** Taps an element if it can be tapped now. */
  async touch(kind, words) {
    const spot = await this.ask(`__hand.place(__hand.find(${JSON.stringify(kind)}, ${JSON.stringify(words)}))`);
    if (typeof spot === 'object') await this.driver.tap(spot.x, spot.y);
  }

  async fill(label, text, nth) {
    // Retries if the page moved at the moment of the tap.
    await this.until(`focus ${label}`, async () => {
      await this.tap('field', label, nth);
      return this.ask('/INPUT|TEXTAREA/.test(document.activeElement.tagName) || "no field has the focus"');
    });
    await this.driver.type(text);
  }

  async set(label, value) {
    await this.until(`set ${label}`, () => this.ask(`(function (field) { return field ? (__hand.set(field, ${JSON.stringify(value)}), true) : "not there"; })(__hand.find("field", ${JSON.stringify(label)}))`));
  }

  /** Passes a photo to the input behind the camera button. */
  async photograph(nth, path) {
    await this.until('camera', () => this.ask(`__hand.front().querySelectorAll('input[type=file]').length > ${nth} || "no camera"`));
    await this.driver.attach(`__hand.front().querySelectorAll('input[type=file]')[${nth}]`, path);
  }

  /** Types while pictures are being uploaded, waits for all uploads, and checks that the input was kept. */
  async whileUploading(photos, typed) {
    const letThrough = this.door?.hold('/app/file/upload');
    for (const [nth, path] of photos.entries()) await this.photograph(nth, path);
    for (const [label, text] of Object.entries(typed)) await this.fill(label, text);
    letThrough?.();
    await this.until('photos', () => this.ask(`(document.body.innerText.match(/Ảnh đã được tải lên/g) || []).length === ${photos.length} || "not uploaded"`));
    for (const [label, text] of Object.entries(typed)) {
      const stands = await this.ask(`(__hand.find("field", ${JSON.stringify(label)}) || {}).value`);
      if (stands !== text) throw new Error(`"${text}" was typed into ${label} during an upload, but the field contains "${stands}"`);
    }
  }

  /** A screenshot once nothing moves: two screenshots in a row must be equal. */
  async picture() {
    let before;
    for (let i = 0; i < 10; i += 1) {
      const now = await this.finishedPicture();
      if (before && now.equals(before)) return now;
      before = now;
    }
    return before;
  }

  async finishedPicture() {
    // Checks again after the wait: on a busy machine a page may start to load only after the previous one has gone.
    do {
      await this.until('a finished page', () => this.ask('__hand.finished() || "busy"'));
      await this.ask('document.activeElement && document.activeElement.blur(), document.fonts ? document.fonts.ready.then(function () {}) : 0');
      await new Promise((resolve) => setTimeout(resolve, 350));
    } while (!(await this.ask('__hand.finished()')));
    return this.driver.picture();
  }
}
