import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { violations } from './screens/axe';
import { borrowerWithEverything, type ScreenData } from './screens/data';
import { inspect } from './screens/inspect';
import { routePaths } from './screens/routes';
import { joinSheet } from './screens/sheet';
import type { Language } from '../src/i18n';

/** The folder for contact sheets. Without it the screens are only inspected. */
const sheets = process.env.E2E_SHEETS;
const languages: Language[] = ['vi', 'en', 'th', 'cn'];
const region = process.env.E2E_REGION ?? 'vi';
const base = process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080';

/** One carrier per region. */
const CARRIERS: Record<string, string> = { vi: 'viettel', cn: 'cmcc', id: 'telkomsel', th: 'ais', gh: 'mtn' };

/** The brand whose landing page uses the other variant. */
const OTHER_BRAND = 'Vay Rõ Plus';

/** Path parameters that are no ids of the borrower. */
const FIXED: Record<string, string> = { status: 'success', type: 'password', channel: CARRIERS[region] ?? 'viettel' };

/** The URL of a page with all its parameters. */
function addressOf(path: string, ids: Record<string, string>): string {
  const inPath = path.replace(/:(\w+)\??/g, (_, name: string) => {
    if (name === 'loanId' && !path.startsWith('/m/loan/')) return ids.orderId!;
    return ids[name] ?? FIXED[name] ?? name;
  });
  const query = path.startsWith('/m/loan/') || /bankCard|repay|customer/.test(path) ? `?${new URLSearchParams(ids).toString()}` : '';
  return inPath + query;
}

async function enter(page: Page, language: Language, who: { token: string; phone: string } | null): Promise<void> {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.addInitScript(
    ([chosen, token, phone]) => {
      const keep = (name: string, value: string) => localStorage.setItem(`lm:${name}`, JSON.stringify({ value }));
      keep('language', chosen!);
      if (!token) return;
      keep('token', token);
      keep('phone', phone!);
    },
    [language, who?.token ?? '', who?.phone ?? ''],
  );
}

/** Waits until the page is loaded: no skeleton and no pending request. */
async function settle(page: Page): Promise<void> {
  await expect(front(page)).toBeVisible();
  await expect(front(page).locator('[aria-busy="true"]')).toHaveCount(0);
  // Lists send their request once the page is rendered; a page that waits for money polls without end.
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined);
  await expect(front(page).locator('[aria-busy="true"]')).toHaveCount(0);
}

const AMOUNTS = /\d{1,3}(?:[.,]\d{3})+/g;
const AMOUNTS_AND_YEARS = /\b20\d\d\b|\d{1,3}(?:[.,]\d{3})+/g;

/** The figures that are broken over two lines. */
function partedFigures(page: Page, figures: RegExp): Promise<string[]> {
  return page.evaluate(({ source, flags }) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { index, 0: figure } of (node.textContent ?? '').matchAll(new RegExp(source, flags))) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + figure.length);
        if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) found.push(`a figure is broken over two lines: "${node.textContent}"`);
      }
    }
    return found;
  }, { source: figures.source, flags: figures.flags });
}

/** What is not completely visible on the page in front. */
async function notWhole(page: Page, language: Language, figures = AMOUNTS_AND_YEARS): Promise<string[]> {
  const found = await inspect(page, { language, names: data.names });
  return [...found.filter((problem) => /^(over|cut|wider)/.test(problem)), ...(await partedFigures(page, figures))];
}

/**
 * Renders the page in a phone's largest text size, or in the default one. Like lib/textSize and Android's web view, it
 * changes the size of the root.
 */
async function drawIn(page: Page, scale: string): Promise<void> {
  await page.evaluate(async (wanted) => {
    document.documentElement.style.setProperty('--text-scale', wanted);
    // An amount is fitted into its line in the next frame.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
  }, scale);
}

let data: ScreenData;

test.beforeAll(async () => {
  data = await borrowerWithEverything(base, region);
});

// A small viewport is what a browser shows at a high page zoom.
test('amounts, days and titles are whole on a page zoomed to twice the size', async ({ page }) => {
  test.setTimeout(120_000);
  await enter(page, 'vi', data);
  await page.setViewportSize({ width: 180, height: 320 });
  const problems: string[] = [];
  for (const path of ['/m/home', '/m/loan/loanIndex', '/m/order/detail/:loanId', '/m/repay/normal', '/m/repay/paycode', '/m/repay/ask', '/m/repay/extend', '/m/repay/result', '/m/order/list']) {
    await page.goto(base + addressOf(path, data.ids));
    await settle(page);
    problems.push(...(await notWhole(page, 'vi')).map((problem) => `${path}  ${problem}`));
    // The value of a field is not part of the page's text.
    const fields = await front(page).locator('input[name=amount]').evaluateAll((all) => all.filter((field) => field.scrollWidth > field.clientWidth).length);
    if (fields > 0) problems.push(`${path}  an amount is cut in its field`);
  }
  await page.goto(`${base}/m/land?lang=vi`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  problems.push(...(await notWhole(page, 'vi')));
  expect(problems).toEqual([]);
});

test('a field stays visible beside the keyboard on a phone in landscape', async ({ page }) => {
  await enter(page, 'vi', data);
  const problems: string[] = [];
  for (const [path, name] of [['/m/auth/company', 'companyName'], ['/m/bankCard/add', 'accountNumber'], ['/m/repay/normal', 'amount']] as const) {
    await page.setViewportSize({ width: 640, height: 360 });
    await page.goto(base + addressOf(path, data.ids));
    await settle(page);
    const field = front(page).locator(`input[name=${name}]`);
    await field.focus();
    await page.setViewportSize({ width: 640, height: 160 });
    await expect(page.locator('html.cramped')).toHaveCount(1);
    const seen = await field.evaluate((input) => {
      // As browsers do for a focused field.
      input.scrollIntoView({ block: 'center' });
      const { left, top, bottom } = input.getBoundingClientRect();
      return [top + 1, bottom - 1].every((y) => document.elementFromPoint(left + 20, y) === input);
    });
    if (!seen) problems.push(path);
    if (!(await front(page).getByRole('button').last().isVisible())) problems.push(`${path}  the action button is not visible`);
  }
  expect(problems).toEqual([]);
});

test('a name that is one long word fits on its card, its order and its product', async ({ page }) => {
  const name = 'NGUYENVANPHUOCTRUONGTHANHTAMHOANGLEDUYENPHUONGMAIA';
  await enter(page, 'vi', data);
  await page.route(/\/app\/(bankCard|order|loan)\//, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/"(holderName|bankName|productName|lenderName|name|title)":"[^"]+"/g, `"$1":"${name}"`);
    await route.fulfill({ response: answer, body });
  });
  const problems: string[] = [];
  for (const path of ['/m/bankCard', '/m/bankCard/detail', '/m/order/list', '/m/order/detail/:loanId', '/m/loan/list']) {
    await page.goto(base + addressOf(path, data.ids));
    await settle(page);
    await expect(front(page).getByText(name).first()).toBeVisible();
    problems.push(...(await notWhole(page, 'vi')).map((problem) => `${path}  ${problem}`));
  }
  expect(problems).toEqual([]);
});

for (const language of languages) {
  // spec: 1.languages
  test(`every screen fits a small phone and is entirely in ${language}`, language === 'vi' ? {} : { tag: '@ci' }, async ({ page, context }) => {
    test.setTimeout(600_000);
    const problems: string[] = [];
    const pictures: { name: string; file: string }[] = [];
    const visit = async (at: Page, name: string, address: string) => {
      await at.goto(base + address);
      await (address.startsWith('/m/land') ? expect(at.getByRole('heading', { level: 1 })).toBeVisible() : settle(at));
      expect(new URL(at.url()).pathname, `${name} shows its own page`).toBe(address.split('?')[0]);
      const found = await inspect(at, { language, names: [...data.names, OTHER_BRAND] });
      problems.push(...[...found, ...(await violations(at, language))].map((problem) => `${name}  ${problem}`));
      await drawIn(at, '2');
      // In this size a date with time is longer than a list line on the smallest phone, so years are not checked.
      problems.push(...(await notWhole(at, language, AMOUNTS)).map((problem) => `${name}, in large text  ${problem}`));
      await drawIn(at, '1');
      if (!sheets) return;
      mkdirSync(join(sheets, language), { recursive: true });
      const file = join(sheets, language, `${name.replace(/\W+/g, '_')}.png`);
      await at.screenshot({ path: file, animations: 'disabled', scale: 'css' });
      pictures.push({ name, file });
    };
    await enter(page, language, data);
    for (const path of routePaths().filter((route) => route !== '/m/login')) await visit(page, path, addressOf(path, data.ids));
    await visit(page, '/m/order/detail (offer)', `/m/order/detail/${data.ids.offered}`);
    const visitor = await context.newPage();
    await context.clearCookies();
    await enter(visitor, language, null);
    await visitor.addInitScript(() => ['lm:token', 'lm:phone'].forEach((key) => localStorage.removeItem(key)));
    for (const path of ['/m/home', '/m/login', '/m/home/mine']) await visit(visitor, `${path} (visitor)`, path);
    for (const product of ['20005', '20003']) await visit(visitor, `/m/land (${product})`, `/m/land?product=${product}&lang=${language}`);
    if (sheets) await joinSheet(context, join(sheets, `${language}.png`), pictures);
    expect(problems).toEqual([]);
  });
}
