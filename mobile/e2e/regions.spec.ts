import { expect, test } from './fixtures';
import { Journey, type RegionLoan } from './walk/anywhere';
import { sitAt } from './walk/desk';
import { somebodyOf } from './walk/regionPerson';
import { startStack, type Stack } from './walk/stack';
import { wordsOf } from './walk/words';
import type { Language } from '../src/i18n';

interface Place {
  language: Language;
  zone: string;
  loan: RegionLoan;
}

/** Each region once, each language at least once. The figures are those of the demo markets, worked out by hand. */
const places: Record<string, Place> = {
  vi: { language: 'vi', zone: 'Asia/Ho_Chi_Minh', loan: { product: 'Vay nhanh 91', amount: 10_000_000, serviceFee: 150_000, part: { typed: '1234567', minor: 1_234_567 } } },
  cn: { language: 'cn', zone: 'Asia/Shanghai', loan: { product: '快借', amount: 1_000_000, serviceFee: 5_000, part: { typed: '1234.56', minor: 123_456 } } },
  id: { language: 'en', zone: 'Asia/Jakarta', loan: { product: 'Pinjaman Cepat', amount: 5_000_000, serviceFee: 25_000, part: { typed: '1234567', minor: 1_234_567 } } },
  th: { language: 'th', zone: 'Asia/Bangkok', loan: { product: 'สินเชื่อทันใจ', amount: 1_000_000, serviceFee: 5_000, part: { typed: '1234.56', minor: 123_456 } } },
  gh: { language: 'en', zone: 'Africa/Accra', loan: { product: 'Quick loan', amount: 150_000, serviceFee: 750, part: { typed: '234.56', minor: 23_456 } } },
};

for (const [region, { language, zone, loan }] of Object.entries(places)) {
  test.describe(`region ${region}`, () => {
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

    // spec: 1.regions, 1.languages, 1.login-sms, 1.verify-identity, 1.verify-personal, 1.verify-work, 1.verify-bank
    // spec: 1.apply, 1.confirm, 1.repay-transfer, 1.repay-code
    test(`a loan from the log-in to the last payment, region ${region} in ${language}`, async ({ page }) => {
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
