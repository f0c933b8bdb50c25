import { chromium, expect, test } from '@playwright/test';
import { wholeBrowser } from './browser.mjs';
import { openChromium, type Driver } from './old/chromium.mjs';
import { address } from './walk/person';
import { QuickBorrower } from './walk/quick';
import { somebodyOf } from './walk/regionPerson';

// Tests of the back/forward cache. Playwright disables it and cannot follow a page into it, so these tests control a
// browser through the DevTools protocol.

const base = process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080';
const agent = 'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36';

const words = 'document.body.innerText';
const logInHere = (token: string, phone: string) => `
  document.cookie = 'token=${token}; Path=/; Max-Age=3600';
  document.cookie = 'phone=${phone}; Path=/; Max-Age=3600';`;
const logOutHere = `document.cookie = 'token=; Path=/; Max-Age=0'; localStorage.removeItem('lm:token');`;

/** A browser tab with the back/forward cache. */
class Tab {
  /** The calls since the last page was opened or restored. */
  asked: string[] = [];
  /** The reasons why pages were loaded again instead of restored. */
  reasons: string[] = [];

  constructor(readonly driver: Driver) {
    driver.on('Network.requestWillBeSent', ({ request }: { request: { url: string } }) => this.asked.push(new URL(request.url).pathname));
    driver.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }: { notRestoredExplanations: { reason: string; context?: string }[] }) =>
      this.reasons.push(...notRestoredExplanations.map(({ reason, context }) => `${reason} ${context ?? ''}`)));
  }

  async sees(text: string | RegExp): Promise<void> {
    await expect.poll(() => this.driver.run<string>(words).catch(() => '')).toMatch(text);
  }

  async open(path: string, text: string | RegExp): Promise<void> {
    await this.driver.open(base + path);
    await expect.poll(() => this.driver.run<string>('location.pathname').catch(() => '')).toBe(path);
    await this.sees(text);
  }

  /**
   * Leaves the current page for another one, runs `meanwhile` there and goes back. The page must be restored from the
   * cache.
   */
  async awayAndBack(elsewhere: string, meanwhile = ''): Promise<void> {
    const left = await this.driver.run<string>('location.pathname');
    // A page that is left while it loads is not kept.
    await expect.poll(() => this.driver.run<string>('document.readyState')).toBe('complete');
    await this.driver.run(`window.__stayed = 0; onpageshow = (event) => { window.__stayed = event.persisted ? 1 : -1; }`);
    await this.open(elsewhere, /./);
    if (meanwhile) {
      await this.driver.run(meanwhile);
      // The browser tells other pages of a changed cookie a moment later; a login takes longer than this call.
      await this.driver.run(`fetch('/healthz').then(() => { window.__told = true; })`);
      await expect.poll(() => this.driver.run<boolean | null>('window.__told ?? null')).toBe(true);
    }
    this.asked = [];
    await this.driver.run('setTimeout(() => history.back(), 0)');
    await expect.poll(() => this.driver.run<string>('location.pathname').catch(() => '')).toBe(left);
    const stayed = await this.driver.run<number | null>('window.__stayed ?? null').catch(() => null);
    expect({ stayed, reasons: this.reasons }).toEqual({ stayed: 1, reasons: [] });
  }
}

async function inTab(work: (tab: Tab) => Promise<void>): Promise<void> {
  const driver = await openChromium(wholeBrowser ?? chromium.executablePath(), { agent, headers: { 'X-Forwarded-For': address() } });
  try {
    await work(new Tab(driver));
    expect(driver.complaints).toEqual([]);
  } finally {
    await driver.close();
  }
}

test('home is restored from the back/forward cache, refetches its data, and follows a login or logout meanwhile', async () => {
  const lan = new QuickBorrower(base, somebodyOf('vi'));
  await lan.logIn();
  await inTab(async (tab) => {
    await tab.open('/m/home', 'Đăng nhập để vay');
    await tab.awayAndBack('/m/land');
    await expect.poll(() => tab.asked).toContain('/app/loan/list');
    await expect.poll(() => tab.asked).toContain('/version.json');
    await tab.sees('Đăng nhập để vay');

    await tab.awayAndBack('/m/land', logInHere(lan.token, lan.person.phone));
    await expect.poll(() => tab.asked).toContain('/app/member/query');
    await tab.sees(/^(?![\s\S]*Đăng nhập để vay)[\s\S]*./);

    await tab.awayAndBack('/m/land');
    await expect.poll(() => tab.asked).toContain('/app/member/query');

    await tab.awayAndBack('/m/land', logOutHere);
    await tab.sees('Đăng nhập để vay');
  });
});

test('the landing page is restored from the back/forward cache, and follows a login or logout meanwhile', async () => {
  const lan = new QuickBorrower(base, somebodyOf('vi'));
  await lan.logIn();
  await inTab(async (tab) => {
    const formShown = () => tab.driver.run<boolean>(`document.getElementById('loggedIn').hidden && !document.getElementById('form').hidden`);
    await tab.open('/m/land', /./);
    await tab.driver.run(`document.getElementById('phone').value = '0912345678'`);
    await tab.awayAndBack('/m/terms');
    expect(await formShown()).toBe(true);
    expect(await tab.driver.run('document.getElementById("phone").value')).toBe('0912345678');

    await tab.awayAndBack('/m/home', logInHere(lan.token, lan.person.phone));
    expect(await formShown()).toBe(false);
    await tab.awayAndBack('/m/home', logOutHere);
    expect(await formShown()).toBe(true);
  });
});
