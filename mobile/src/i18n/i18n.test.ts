import { describe, expect, it } from 'vitest';
import { languages, loadTexts, startTexts, text, type Language } from '.';

type Tree = { [key: string]: string | Tree };
const files = import.meta.glob<{ default: Tree }>('./{vi,en,th,cn}/*.ts', { eager: true });

function leaves(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [[prefix + key, value]] : leaves(value, `${prefix}${key}.`)));
}

const documents = import.meta.glob<string>('../../../api/internal/base/content/text/*/*.md', { eager: true, query: '?raw', import: 'default' });

const placeholders = (value: string) => Array.from(value.matchAll(/\{\{\w+\}\}/g), String).sort();

describe('texts', () => {
  // spec: 1.languages
  it('exist in every language, with the same placeholders', () => {
    for (const [path, { default: vi }] of Object.entries(files).filter(([file]) => file.startsWith('./vi/'))) {
      for (const language of Object.keys(languages)) {
        const other = Object.fromEntries(leaves(files[path.replace('/vi/', `/${language}/`)]!.default));
        for (const [key, value] of leaves(vi)) {
          expect(other[key]?.trim(), `${language} ${path} ${key}`).toBeTruthy();
          expect(placeholders(other[key]!), `${language} ${path} ${key}`).toEqual(placeholders(value));
        }
      }
    }
  });
});

it('Chinese texts have spaces around figures and Latin words', () => {
  const figures = /\{\{(?:amount|asked|rest|fee|min|max|rate|cap|count|n|no|number|index|days|used|done|total|percent|years|typed|time|shortDay|phone|prodPhone|digits|(?:min|max|sample)[A-Z]\w+)\}\}/g;
  for (const [path, { default: tree }] of Object.entries(files).filter(([file]) => file.startsWith('./cn/'))) {
    for (const [key, value] of leaves(tree)) {
      const words = value.replace(figures, '0').replace(/\{+\w+\}+/g, '字');
      expect(words, `${path} ${key}`).not.toMatch(/[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]/);
    }
  }
});

it('Chinese texts have no spaces around dates', () => {
  for (const [path, { default: tree }] of Object.entries(files).filter(([file]) => file.startsWith('./cn/'))) {
    for (const [key, value] of leaves(tree)) expect(value, `${path} ${key}`).not.toMatch(/[\u4e00-\u9fff] \{\{(day|from|to)\}\}|\{\{(day|from|to)\}\} [\u4e00-\u9fff]/);
  }
});

it('Chinese texts use full-width punctuation, and Chinese documents have spaces around figures', () => {
  const narrow = /[\u4e00-\u9fff][,:;?!()]|[,:;?!)][\u4e00-\u9fff]/;
  for (const [path, { default: tree }] of Object.entries(files).filter(([file]) => file.startsWith('./cn/'))) {
    // The one term whose punctuation is fixed by the specification.
    for (const [key, value] of leaves(tree)) if (value !== '综合年化费率(APR)') expect(value, `${path} ${key}`).not.toMatch(narrow);
  }
  for (const [path, words] of Object.entries(documents).filter(([file]) => file.includes('/cn/'))) {
    if (/^version:/m.test(words)) continue;
    const shown = words.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replace(/\{\{(?:prodPhone|prodEmail|min\w+|max\w+)\}\}/g, '0').replace(/\{\{\w+\}\}/g, '字');
    expect(shown, path).not.toMatch(/[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]/);
    expect(shown, path).not.toMatch(narrow);
  }
});

it('Chinese texts call the target of a payout a bank card and not an account', () => {
  for (const [path, { default: tree }] of Object.entries(files).filter(([file]) => file.startsWith('./cn/'))) {
    for (const [key, words] of leaves(tree)) {
      if (/\/(bankcard|order)\.ts$/.test(path)) expect(words, `${path} ${key}`).not.toContain('账户');
      else if (!/\/(repay|owndata)\.ts$/.test(path)) expect(words, `${path} ${key}`).not.toMatch(/(收款|银行|新|选择其他|更换|另一个)账户/);
    }
  }
  // Documents that borrowers have accepted keep their wording.
  for (const [path, words] of Object.entries(documents).filter(([file]) => file.includes('/cn/'))) {
    if (!/^version:/m.test(words)) expect(words, path).not.toMatch(/(收款|银行|更换)账户/);
  }
});

describe('the status of an order', () => {
  it('is named with the fixed terms of the product', () => {
    const fixed = { reviewing: 'underReview', toConfirm: 'toBeConfirmed', disbursing: 'disbursing', awaiting: 'awaitingRepayment', overdue: 'overdue', settled: 'settled' };
    // The other outcomes have no term of their own.
    const free = ['rejected', 'lapsed', 'failed', 'cancelled', 'cancelledBySystem'];
    for (const language of Object.keys(languages)) {
      const words = Object.fromEntries(leaves(files[`./${language}/terms.ts`]!.default));
      const statuses = Object.keys(words).flatMap((key) => (key.startsWith('status.') ? [key.slice('status.'.length)] : []));
      expect(statuses.sort(), 'decide about a new status here').toEqual([...Object.keys(fixed), ...free].sort());
      for (const [status, term] of Object.entries(fixed)) expect(words[`status.${status}`]!.toLowerCase(), `${language} ${status}`).toBe(words[term]);
    }
  });
});

it('the lines of a payment have the same labels online and offline', () => {
  for (const language of Object.keys(languages)) {
    const { pay } = files[`./${language}/repay.ts`]!.default as { pay: Tree };
    const { amount, holder, memo } = files[`./${language}/offline.ts`]!.default;
    expect({ amount, name: holder, memo }, language).toEqual({ amount: pay.amount, name: pay.name, memo: pay.memo });
  }
});

it('English texts have a singular for a count of one', async () => {
  localStorage.clear();
  await startTexts('en');
  await loadTexts(['support', 'loan', 'repay']);
  const one = [text('support:message.row', { count: 1 }), text('support:complaint.row', { count: 1 }), text('loan:why.lateFee', { count: 1 }), text('repay:extend.days', { count: 1 })];
  for (const words of one) expect(words).toMatch(/\b1(\smore)?\sday\b/);
  expect(text('loan:why.extensionFee', { count: 1 })).toContain('at most once');
  localStorage.clear();
});

it('a document has the same title as its page, which shows it once', () => {
  for (const language of Object.keys(languages)) {
    const info = files[`./${language}/info.ts`]!.default as Record<string, { title: string }>;
    for (const name of ['help', 'about', 'terms', 'privacy', 'privacy2']) {
      const [, title] = /^title: "(.+)"$/m.exec(documents[`../../../api/internal/base/content/text/${language}/${name}.md`]!)!;
      expect(title, `${language} ${name}`).toBe(info[name]!.title);
    }
  }
});

const shell = import.meta.glob<string>('../../ios/App/App/*/Localizable.strings', { eager: true, query: '?raw', import: 'default' });

it('the lock of the iOS app uses the same word for a loan as the app', () => {
  const loan = { vi: 'khoản vay', en: 'loan', th: 'เงินกู้', 'zh-Hans': '借款' };
  for (const [language, word] of Object.entries(loan)) expect(shell[`../../ios/App/App/${language}.lproj/Localizable.strings`], language).toContain(word);
});

const apiTexts = import.meta.glob<{ document2: { serial: string } }>('../../../api/internal/base/texts/*.json', { eager: true, import: 'default' });

it('the receipt number has the same name on the page, in the data export and in the search hint as on the receipt', () => {
  for (const language of Object.keys(languages)) {
    const { receipt, record } = files[`./${language}/repay.ts`]!.default as { receipt: Record<string, string>; record: Record<string, string> };
    const { field } = files[`./${language}/owndata.ts`]!.default as { field: Record<string, string> };
    const { serial } = apiTexts[`../../../api/internal/base/texts/${language}.json`]!.document2;
    expect([receipt.serial, field.serialNumber], language).toEqual([serial, serial]);
    expect(record.searchHint!.toLowerCase(), language).toContain(serial.toLowerCase());
  }
});

it('a receipt uses the same term for the remaining amount as the loan', () => {
  for (const language of Object.keys(languages)) {
    const term = files[`./${language}/terms.ts`]!.default.remaining;
    const { receipt } = files[`./${language}/repay.ts`]!.default as { receipt: { remaining: string } };
    expect(receipt.remaining.toLowerCase(), language).toMatch(new RegExp(`^${String(term)}`));
  }
});

describe('startTexts', () => {
  // spec: 1.language-default, 1.language-fallback
  it.each([
    ['th', 'ลองอีกครั้ง'],
    ['xx', '重试'],
  ])('uses the configured language %s, or cn if it is unknown', async (configured, retry) => {
    localStorage.clear();
    await startTexts(configured as Language);
    expect(text('common:action.retry')).toBe(retry);
  });

  it('uses the plural forms of the language', async () => {
    await startTexts('en');
    expect(text('common:date.daysLeft', { count: 1 })).toBe('1\u00a0day left');
    expect(text('common:date.daysLeft', { count: 5 })).toBe('5\u00a0days left');
  });
});
