import vectors from '@loanmarket/shared-types/vectors/phones.json';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkContactPhone, threeContacts, type ContactValues } from './contact';
import { loadTexts, startTexts, text } from '@/i18n';

beforeAll(async () => {
  await startTexts('vi');
  await loadTexts('verify');
});

const region = { areaCode: '+84', maxPhoneLength: 10, forceLeadingZero: true, phonePattern: '^0\\d{9}$', mobilePattern: vectors.mobile.vi };
const OWN = '0912345678';
const contacts = (...phones: string[]): ContactValues[] => phones.map((phone) => ({ relationship: 1, name: 'Lan', phone }));
const check = (index: number, ...phones: string[]) => checkContactPhone(phones[index]!, index, contacts(...phones), OWN, region);

describe('checkContactPhone', () => {
  it('accepts three different numbers', () => {
    expect(check(2, '0987654321', '0386000111', '0761234567')).toBe(true);
  });

  // spec: 5.contact-differs
  it('refuses the borrower’s own number in any format', () => {
    expect(check(0, OWN)).toBe(text('verify:contacts.own'));
    expect(check(0, '+84 912 345 678')).toBe(text('verify:contacts.own'));
  });

  // spec: 5.contact-phone, 9.contact-min-8
  it('refuses fewer than eight digits', () => {
    expect(check(0, '0123456')).toBe(text('verify:contacts.short', { n: 8 }));
  });

  // spec: 5.contact-phone
  it('refuses a number that is not a mobile number', () => {
    expect(check(0, '0281234567')).toBe(text('verify:contacts.invalid'));
    expect(check(0, '0000000000')).toBe(text('verify:contacts.invalid'));
    expect(check(0, '09876543210')).toBe(text('verify:contacts.invalid'));
  });

  it('reports the later one of two equal numbers', () => {
    expect(check(0, '0987654321', '0987654321')).toBe(true);
    expect(check(1, '0987654321', '987654321')).toBe(text('verify:contacts.twice'));
  });
});

describe('threeContacts', () => {
  it('fills a short draft up to three contacts', () => {
    expect(threeContacts([{ name: 'Lan' }])).toEqual([
      { relationship: null, name: 'Lan', phone: '' },
      { relationship: null, name: '', phone: '' },
      { relationship: null, name: '', phone: '' },
    ]);
  });

  it.each([null, undefined, 'nothing', {}])('returns three contacts for %j', (kept) => {
    expect(threeContacts(kept)).toHaveLength(3);
  });
});
