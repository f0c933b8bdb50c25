import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { ours } from '../walk/desk';
import { address } from '../walk/person';
import { somebodyOf } from '../walk/regionPerson';
import { logInByCode } from './login';
import { rested, snapshotOf, targets, within, type Snapshot } from './snapshot';
import type { Step } from './steps';
import { Typed } from './typed';
import { writeOf, Writes } from './writes';

/** The borrower who owns the phone. */
export interface Owner {
  token: string;
  phone: string;
  /** Creates another borrower of the same kind. */
  next: () => Promise<Owner>;
}

const PHOTO = fileURLToPath(new URL('../photos/front.jpg', import.meta.url));
const WORDS = ['Chị Lan', '0912345678', '12', 'a', '  hai  dấu cách ', 'Số 5 ngõ 12 Hàng Bông, Hoàn Kiếm', '<b>"&\'', 'ฉันชื่อลาน', '我叫小兰', '💚 cảm ơn', '001190123456', 'x'.repeat(300)];
const PLACES = [
  '/m/home', '/m/home/loan', '/m/home/order', '/m/home/mine', '/m/auth', '/m/auth/identity', '/m/auth/personal', '/m/auth/company', '/m/auth/contacts',
  '/m/customer', '/m/customer/online', '/m/customer/complain', '/m/customer/tickets', '/m/customer/inbox', '/m/bankCard', '/m/bankCard/add', '/m/loan/list',
  '/m/repay/normal', '/m/repay/record', '/m/repay/extend', '/m/account/devices', '/m/account/consents', '/m/helpCenter', '/m/favorite', '/m/nowhere',
];
/** Calls that submit a form, after which its input need not be kept. */
const SENDS = /^\/app\/(auth\/(identity|personal|company|contacts)|support\/(message|complain|reply|plan|promise|withdraw)|member\/(logout|deleteAccount))$/;
/** Console messages about rejected calls or a missing network. */
const EXPECTED = [/Failed to load resource/, /net::ERR_/];

/** How long to wait at most for a page that is loading, and for one that cannot load offline. */
const SETTLE_MS = 400;
const SETTLE_AWAY_MS = 100;
/** The maximum number of steps for which the login page stays in front. */
const STANDS_AT_LOGIN = 8;
const TIMEOUT_MS = 15_000;
const SLOW_MS = 1_200;
/** The timeouts of a whole step, and of reading what a page shows. */
const STEP_MS = 60_000;
const LOOK_MS = 2_000;

/** Takes random steps on a phone and checks that the app handles them. */
export class Monkey {
  private readonly windows: Page[] = [];
  private front = 0;
  private away = false;
  private delays = 0;
  private atLogin = 0;
  /** The session was dropped locally but has not ended. */
  private aside = false;
  private readonly typed = new Typed();
  private readonly writes = new Writes();
  private trouble: string | undefined;
  /** What was done, for the report of a failure. */
  readonly diary: string[] = [];

  private constructor(private readonly context: BrowserContext, private owner: Owner) {}

  static async on(context: BrowserContext, owner: Owner): Promise<Monkey> {
    const monkey = new Monkey(context, owner);
    await context.setExtraHTTPHeaders({ 'X-Forwarded-For': address() });
    context.on('request', (request) => monkey.sent(request));
    context.on('response', async (response) => monkey.answered(response.request(), response.status()));
    await context.route('**/app/**', async (route) => {
      if (monkey.delays > 0) {
        monkey.delays -= 1;
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      }
      await route.continue().catch(() => undefined);
    });
    await monkey.logIn();
    await monkey.open();
    return monkey;
  }

  /** Takes the steps in order. Returns the failure at the last step taken, or undefined. */
  async take(steps: readonly Step[]): Promise<{ taken: number; trouble: string } | undefined> {
    for (const [at, step] of steps.entries()) {
      await this.step(step);
      const trouble = this.trouble ?? (await this.wrong());
      if (trouble) return { taken: at + 1, trouble: `${trouble}\n  at ${this.page.url()}` };
    }
    return undefined;
  }

  private get page(): Page {
    return this.windows[this.front]!;
  }

  private async logIn(): Promise<void> {
    this.typed.leave();
    await this.context.addCookies([{ name: 'token', value: this.owner.token, url: ours }, { name: 'phone', value: this.owner.phone, url: ours }]);
  }

  private async open(): Promise<void> {
    const page = await this.context.newPage();
    page.on('pageerror', (error) => (this.trouble ??= `page error: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.some((known) => known.test(message.text()))) this.trouble ??= `console error: ${message.text()}`;
    });
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    page.on('filechooser', (chooser) => void chooser.setFiles(PHOTO).catch(() => undefined));
    page.on('popup', (popup) => void popup.close().catch(() => undefined));
    this.windows.push(page);
    this.front = this.windows.length - 1;
    await page.goto(`${ours}/m/home`);
  }

  private async step({ kind, which, what }: Step): Promise<void> {
    const step = this[kind](which, what).then((did) => did ?? '', (error: Error) => {
      // The page may navigate during the step.
      if (/Execution context|navigat|detached|ERR_ABORTED|ERR_INTERNET_DISCONNECTED|Timeout/.test(error.message)) return 'nothing: the page was navigating';
      throw error;
    });
    this.diary.push(`${kind} ${(await within(STEP_MS, step)) ?? 'nothing: the page was frozen'}`.trimEnd());
    await this.settle();
    await within(STEP_MS, this.stayHere());
  }

  private async tap(which: number, what: number): Promise<string> {
    const all = await targets(this.page, 'tap');
    const target = all[Math.floor(which * all.length)];
    if (!target) return 'nothing';
    // Every eighth tap is a double tap.
    for (let times = what < 0.125 ? 2 : 1; times > 0; times--) await this.page.touchscreen.tap(target.x, target.y);
    return `"${target.name}"${what < 0.125 ? ' twice' : ''} on ${new URL(this.page.url()).pathname}`;
  }

  private async type(which: number, what: number): Promise<string> {
    const all = await targets(this.page, 'type');
    const target = all[Math.floor(which * all.length)];
    if (!target) return 'nothing';
    await this.page.touchscreen.tap(target.x, target.y);
    const words = WORDS[Math.floor(what * WORDS.length)]!;
    if (what * 10 % 1 < 0.5) await this.page.keyboard.press('Control+A');
    await this.page.keyboard.insertText(words);
    const field = (await snapshotOf(this.page)).fields.find(({ focused }) => focused);
    if (field) this.typed.keep(this.front, field);
    return `"${words.slice(0, 20)}" into "${target.name}" on ${new URL(this.page.url()).pathname}`;
  }

  private async back(): Promise<void> {
    const stays = await this.page.evaluate(() => {
      const { navigation } = window as unknown as { navigation: { currentEntry: { index: number } | null; entries: () => { sameDocument: boolean }[] } };
      // A page that is being left has no current entry.
      return navigation.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.sameDocument === true;
    });
    if (stays || !this.away) await this.page.goBack({ waitUntil: 'commit', timeout: 3000 });
  }

  private async tab(which: number): Promise<string> {
    const all = await targets(this.page, 'tab');
    const target = all[Math.floor(which * all.length)];
    if (target) await this.page.touchscreen.tap(target.x, target.y);
    return target?.name ?? 'nothing';
  }

  private async go(which: number): Promise<string> {
    const place = PLACES[Math.floor(which * PLACES.length)]!;
    if (this.away) return 'nothing: offline the browser cannot load a page';
    await this.page.goto(ours + place, { waitUntil: 'commit' });
    return place;
  }

  private async reload(): Promise<void> {
    if (!this.away) await this.page.reload({ waitUntil: 'commit' });
  }

  private async offline(): Promise<void> {
    this.away = true;
    await this.context.setOffline(true);
  }

  private async online(): Promise<void> {
    this.away = false;
    await this.context.setOffline(false);
  }

  private async slow(_: number, what: number): Promise<void> {
    this.delays = 1 + Math.floor(what * 4);
  }

  /** Drops the session, and a new borrower logs in by SMS code. */
  private async login(): Promise<string> {
    if (this.away) return 'nothing: offline';
    this.typed.leave();
    this.aside = true;
    const { phone } = somebodyOf('vi');
    const did = await logInByCode(this.page, phone);
    this.owner.phone = phone;
    this.aside = false;
    return did;
  }

  /** Opens a second window, switches to the other one, or closes one. */
  private async window(_: number, what: number): Promise<string> {
    if (this.windows.length === 1) {
      if (this.away) return 'nothing: offline';
      await this.open();
      return 'opened a second one';
    }
    if (what < 0.3) {
      const [closed] = this.windows.splice(this.front, 1);
      this.front = 0;
      await closed!.close();
      this.typed.leave();
    } else this.front = 1 - this.front;
    await this.page.bringToFront();
    return what < 0.3 ? 'closed one' : 'switched to the other one';
  }

  /** Waits a moment for the page, less if nothing is loading. */
  private async settle(): Promise<void> {
    const most = this.away ? SETTLE_AWAY_MS : SETTLE_MS;
    // The page may navigate meanwhile.
    await within(most + LOOK_MS, rested(this.page, most)).catch(() => undefined);
  }

  /** The content of the page; undefined while it is navigating. */
  private async snapshot(): Promise<Snapshot | undefined> {
    return within(LOOK_MS, snapshotOf(this.page)).catch(() => undefined);
  }

  /** Makes sure that the phone is on the app's pages and logged in. */
  private async stayHere(): Promise<void> {
    if (!this.page.url().startsWith(`${ours}/`) && !this.away) await this.page.goto(`${ours}/m/home`, { waitUntil: 'commit' });
    const token = (await this.context.cookies(ours)).find(({ name }) => name === 'token')?.value ?? '';
    this.atLogin = this.page.url().startsWith(`${ours}/m/login`) ? this.atLogin + 1 : 0;
    if (token !== '') {
      this.owner.token = token;
      return;
    }
    if (this.away || (this.atLogin > 0 && this.atLogin <= STANDS_AT_LOGIN)) return;
    if (!this.aside) this.owner = await this.owner.next();
    this.diary.push(this.aside ? 'restored the session' : 'another borrower logged in');
    this.aside = false;
    await this.logIn();
    await this.page.goto(`${ours}/m/home`, { waitUntil: 'commit' });
  }

  /** Looks for a forbidden state. It is reported only if it does not resolve within TIMEOUT_MS. */
  private async wrong(): Promise<string | undefined> {
    let found: string | undefined;
    for (const end = Date.now() + TIMEOUT_MS; Date.now() < end && !this.trouble; await this.page.waitForTimeout(100)) {
      // Offline, going back to a page that is no longer in memory shows the browser's own error page.
      if (this.away && this.page.url().startsWith('chrome-error:')) return this.trouble;
      const shown = await this.snapshot();
      if (!shown) continue;
      const lost = shown.busy ? undefined : this.typed.lost(this.front, shown.fields);
      if (!shown.blank && !lost) return this.trouble;
      found = lost ? `"${lost.typed}" was typed in ${lost.id}, but the field contains "${lost.found}"` : `${shown.place} is blank`;
    }
    return this.trouble ?? found;
  }

  private sent(request: Request): void {
    const write = writeOf(request);
    if (write?.path === '/app/submit/pageError') this.trouble ??= `a page reported an error: ${write.body}`;
    const wrong = write?.key ? this.writes.sent(write) : undefined;
    if (wrong) this.trouble ??= wrong;
  }

  private answered(request: Request, status: number): void {
    const write = writeOf(request);
    if (!write || status >= 500 || status === 429) return;
    this.writes.answered(write);
    if (status < 400 && SENDS.test(write.path)) this.typed.leave();
  }
}
