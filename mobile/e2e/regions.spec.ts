import { expect, front, test } from './fixtures';
import { Journey, type RegionLoan } from './walk/anywhere';
import { sitAt } from './walk/desk';
import { somebodyOf } from './walk/regionPerson';
import { picture } from './walk/screen';
import { startStack, type Stack } from './walk/stack';
import { wordsOf } from './walk/words';
import type { Language } from '../src/i18n';

interface Place {
  language: Language;
  zone: string;
  loan: RegionLoan;
  /** The demo's brand, and the highest amount named on its landing page. */
  brand: string;
  most: string;
}

/** The beginning of the page's `lang` attribute. */
const tongue: Record<Language, RegExp> = { vi: /^vi/, en: /^en/, th: /^th/, cn: /^zh-CN/ };

/** Each region once, and each language at least once. The figures are those of the demo markets, calculated by hand. */
const places: Record<string, Place> = {
  vi: { brand: 'Vay Rõ', most: '15.000.000 ₫', language: 'vi', zone: 'Asia/Ho_Chi_Minh', loan: { product: 'Vay nhanh 91', amount: 10_000_000, serviceFee: 150_000, part: { typed: '1234567', minor: 1_234_567 } } },
  cn: { brand: '明贷', most: '¥20,000', language: 'cn', zone: 'Asia/Shanghai', loan: { product: '快借', amount: 1_000_000, serviceFee: 5_000, part: { typed: '1234.56', minor: 123_456 } } },
  id: { brand: 'Pinjam Jelas', most: 'Rp 15,000,000', language: 'en', zone: 'Asia/Jakarta', loan: { product: 'Pinjaman Cepat', amount: 5_000_000, serviceFee: 25_000, part: { typed: '1234567', minor: 1_234_567 } } },
  th: { brand: 'ยืมชัด', most: '฿20,000', language: 'th', zone: 'Asia/Bangkok', loan: { product: 'สินเชื่อทันใจ', amount: 1_000_000, serviceFee: 5_000, part: { typed: '1234.56', minor: 123_456 } } },
  gh: { brand: 'ClearLend', most: 'GH₵5,000', language: 'en', zone: 'Africa/Accra', loan: { product: 'Quick loan', amount: 150_000, serviceFee: 750, part: { typed: '234.56', minor: 23_456 } } },
};

for (const [region, { language, zone, loan, brand, most }] of Object.entries(places)) {
  test.describe(`region ${region}`, region === 'th' ? {} : { tag: '@ci' }, () => {
    let stack: Stack;

    test.beforeAll(async () => {
      stack = await startStack(region);
      sitAt(stack.url);
    });

    test.afterAll(async () => {
      sitAt();
      await stack?.stop();
    });

    test.use({ timezoneId: zone });

    // spec: 9.landing, 1.language-default
    test(`region ${region} shows its own brand, its own language and the amounts that it lends`, async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${stack.url}/m/land`);
      await expect(page.locator('html')).toHaveAttribute('lang', tongue[language]);
      await expect(page.getByRole('heading', { level: 1 }).locator('.figure')).toHaveText(most);
      await expect(page.getByText(brand).first()).toBeVisible();
      const answer = await page.request.post(`${stack.url}/app/config/product`, { data: {} });
      const { data } = (await answer.json()) as { data: { themeColor: string } };
      const painted = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--brand'));
      expect(painted.trim(), 'the landing page has the colour of the brand').toBe(data.themeColor);
      await picture(page, `${region}-landing`);
      for (const path of ['/m/home', '/m/loan/list', '/m/helpCenter']) {
        await page.goto(stack.url + path);
        await expect(front(page)).toBeVisible();
        await expect(front(page).locator('[aria-busy="true"]')).toHaveCount(0);
        await expect(page.locator('html')).toHaveAttribute('lang', tongue[language]);
        await expect(front(page).getByText(/\d/).first()).toBeVisible();
        await expect(front(page).getByText(/\d[.,]00(?!\d)/)).toHaveCount(0);
        await picture(page, `${region}${path.replace(/\W+/g, '-')}`);
      }
    });

    // spec: 1.regions, 1.languages, 1.login-sms, 1.verify-identity, 1.verify-personal, 1.verify-work, 1.verify-bank
    // spec: 1.apply, 1.confirm, 1.repay-transfer, 1.repay-code
    test(`a loan from login to the last payment, region ${region} in ${language}`, async ({ page }) => {
      const words = await wordsOf(language);
      await page.addInitScript((chosen) => localStorage.setItem('lm:language', JSON.stringify({ value: chosen })), language);
      const answer = await page.request.post(`${stack.url}/app/config/product`, { data: {}, headers: { 'Accept-Language': language } });
      const { data } = (await answer.json()) as { data: { region: { code: string; idNumberLabel: string } } };
      expect(data.region.code).toBe(region);
      const journey = new Journey(page, region, words, somebodyOf(region));
      await journey.logIn(stack.url);
      await journey.verify(data.region.idNumberLabel);
      await journey.borrow(stack.url, loan);
      await journey.repay(loan);
    });
  });
}
