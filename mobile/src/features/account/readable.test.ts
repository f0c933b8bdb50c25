import { beforeAll, describe, expect, it } from 'vitest';
import { readable } from './readable';
import { galleryConfig } from '@/gallery/config';
import { loadTexts, startTexts, textOr } from '@/i18n';
import { setConfig } from '@/lib/config';
import { plain } from '@/test/plain';

const copy = (records: Record<string, unknown>[], name = 'personal') =>
  readable({ generatedAt: '2026-11-21T03:00:00Z', memberId: 'm', sections: [{ name, records }, { name: 'unheardOf', records: [] }] });

describe('human-readable data copy', () => {
  beforeAll(async () => {
    setConfig(galleryConfig);
    await startTexts('en');
    await loadTexts(['account', 'owndata']);
  });

  it('shows labelled fields, times in the region’s time zone, and fields without a label under their own name', () => {
    const page = copy([{ nickname: 'Lan', submittedAt: '2026-11-21T03:00:00Z', strange: 7, empty: null }]);
    expect(page).toContain('<th>Nickname</th><td><pre>Lan</pre></td>');
    expect(plain(page)).toContain('10:00, 21/11/2026');
    expect(page).toContain('<th>strange</th><td>7</td>');
    expect(page).toContain('unheardOf');
    expect(page).not.toContain('null');
  });

  it('formats each amount in the currency given with it, or else in the region’s, and rates as percentages', () => {
    const order = { currency: 'GHS', principal: 215_050, termDays: 91, terms: { currency: 'GHS', lateFee: 1_000, annualRateBps: 2_400, overdueFeeBpsDay: 3 } };
    const page = plain(copy([order, { params: { amount: { amount: { minor: 215_050, currency: 'THB' } } } }, { typed: { amount: 2_150_000 } }]));
    for (const amount of ['GH₵2,150.50', 'GH₵10', '฿2,150.50', '2,150,000 ₫']) expect(page).toContain(`<td>${amount}</td>`);
    expect(page).toContain('<td>91</td>');
    expect(page).toContain('<th>Annual interest rate</th><td>24%</td>');
    expect(page).toContain('<th>Overdue fee a day, of the overdue principal</th><td>0.03%</td>');
    expect(page).toContain('<th>Late fee</th><td>GH₵10</td>');
  });

  it('shows labels for codes, and leaves unknown codes as they are', () => {
    const settled = copy([{ status: 9, repayStatus: 3 }], 'orders');
    expect(settled).toContain('<th>Status</th><td><pre>Settled</pre></td>');
    expect(settled).not.toContain('Repayment status');
    const conditions = copy([{ status: 9, repayStatus: 3, terms: { allocationOrder: ['late_fee', 'interest', 'principal', 'newer'], capBasis: 'nominal' } }], 'orders');
    expect(conditions).toContain('<pre>late fee, interest, principal, newer</pre>');
    expect(conditions).toContain('<th>Which rate that is</th><td><pre>Annual interest rate</pre></td>');
    expect(copy([{ status: 1 }], 'bankCards')).toContain('<pre>Ready</pre>');
    const payment = copy([{ paymentType: 'paycode', state: 'posted', memo: 'ab', serialNumber: 'open' }], 'payments');
    for (const words of ['Payment code', 'Booked', 'ab', 'open']) expect(payment).toContain(`<pre>${words}</pre>`);
  });

  it.each([
    ['2026-11-21T03:00:01+00:00', 'To be confirmed'],
    ['2026-11-21T03:00:00+00:00', 'Offer expired'],
    ['2026-11-20T03:00:00.123456+00:00', 'Offer expired'],
    [undefined, 'To be confirmed'],
  ])('shows the status of an offer that expires at %s as: %s', (offerExpiresAt, words) => {
    expect(copy([{ status: 4, repayStatus: null, offerExpiresAt }], 'orders')).toContain(`<th>Status</th><td><pre>${words}</pre></td>`);
  });

  it('shows the repayment status of a paid-out loan, and when its offer expired', () => {
    const page = plain(copy([{ status: 9, repayStatus: 1, offerExpiresAt: '2026-10-01T03:00:00+00:00' }], 'orders'));
    expect(page).toContain('<th>Status</th><td><pre>Awaiting repayment</pre></td>');
    expect(page).toContain('<th>Offer valid until</th><td><pre>10:00, 01/10/2026</pre></td>');
  });

  it('shows labels for the purpose and the result of a face check', () => {
    const check = copy([{ for: 'login', state: 'failed', result: 'not_passed' }, { for: 'card', state: 'failed', result: '003' }], 'faceChecks');
    for (const words of ['Logging in', 'Not recognised', 'Changing the account', 'Time over']) expect(check).toContain(`<pre>${words}</pre>`);
  });

  it('escapes markup in user input', () => {
    const page = copy([{ nickname: '<script>alert(1)</script>', inner: { note: '"><img src=x>' }, list: ['<b>'] }]);
    expect(page).not.toMatch(/<script|<img|<b>/);
    expect(page).toContain('&lt;script&gt;');
  });
});

const exports = import.meta.glob<string>('../../../../api/internal/**/export*.go', { eager: true, query: '?raw', import: 'default' });

it('has a label for each section and field that the server exports', async () => {
  setConfig(galleryConfig);
  await startTexts('en');
  await loadTexts(['owndata']);
  const queries = Object.values(exports).join('');
  const sections = [...queries.matchAll(/dataexport\.Queue\(b, "(\w+)"/g)].map(([, name]) => `section.${name}`);
  const fields = [...queries.matchAll(/(?<=jsonb_build_object\(|, *|,\s*)'([a-z]\w*)', /g)].map(([, name]) => `field.${name}`);
  expect(sections.length).toBeGreaterThan(25);
  expect(fields.length).toBeGreaterThan(100);
  expect([...new Set([...sections, ...fields])].filter((key) => textOr(`owndata:${key}`, '') === '')).toEqual([]);
});
