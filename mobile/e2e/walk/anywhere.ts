import type { Page } from '@playwright/test';
import { expect, front } from '../fixtures';
import { payAtBank, smsCode } from './desk';
import type { RegionPerson } from './regionPerson';
import { arrive, button, picture } from './screen';
import { photograph } from './verify';
import { anyOf, type Words } from './words';

/** The loan of a region in this journey: a product of its demo market, with whole amounts in minor units. */
export interface RegionLoan {
  product: string;
  amount: number;
  serviceFee: number;
  /** A first partial payment with odd minor units: as typed, and in minor units. */
  part: { typed: string; minor: number };
}

/** The main journey of a borrower in a region and language, step by step. */
export class Journey {
  constructor(
    private readonly page: Page,
    private readonly region: string,
    private readonly words: Words,
    private readonly person: RegionPerson,
  ) {}

  private get form() {
    return front(this.page);
  }

  private tap(key: Parameters<Words['say']>[0], values: Record<string, string | number> = {}) {
    return button(this.page, this.words.say(key, values)).first().click();
  }

  private keep(name: string) {
    return picture(this.page, `${this.region}-${name}`);
  }

  /** Logs in: the number as people type it, then the code. */
  async logIn(url: string): Promise<void> {
    const { say } = this.words;
    await this.page.goto(`${url}/m/login?redirect=/m/auth`);
    const field = this.form.getByLabel(say('login:phone'));
    await field.pressSequentially(this.person.typed);
    await expect(field).toHaveValue(this.person.phone);
    await this.form.getByText(say('login:consent.read')).click({ position: { x: 10, y: 10 } });
    await this.keep('login');
    const code = await smsCode(this.person.phone, () => this.tap('login:getCode'));
    const dialog = this.page.getByRole('dialog', { name: say('login:sms.title') });
    await dialog.getByLabel(say('login:sms.input', { n: 4 })).fill(code);
    await arrive(this.page, '/m/auth');
  }

  /** Completes every topic of the verification. */
  async verify(idLabel: string): Promise<void> {
    await this.keep('list');
    await button(this.page, anyOf(this.words, 'verify:list.start')).click();
    await arrive(this.page, '/m/auth/identity');
    await this.identity(idLabel);
    await arrive(this.page, '/m/auth/personal');
    await this.personal();
    await arrive(this.page, '/m/auth/company');
    await this.work();
    await arrive(this.page, '/m/auth/contacts');
    await this.contacts();
    await arrive(this.page, '/m/bankCard/add');
    await this.card();
  }

  private async identity(idLabel: string): Promise<void> {
    const { say } = this.words;
    await photograph(this.page, say('verify:identity.front'), 'front');
    await photograph(this.page, say('verify:identity.back'), 'back');
    await expect(this.form.getByText(say('common:photo.done'))).toHaveCount(2);
    await this.form.getByLabel(say('verify:identity.idName')).fill(this.person.name);
    await this.form.getByLabel(idLabel, { exact: true }).fill(this.person.idNumber);
    await this.form.getByLabel(say('verify:identity.birthday')).fill(this.person.birthday);
    // "Female" is the first option. If the ID number encodes the gender, it is already selected.
    const genders = this.form.getByRole('group', { name: say('verify:identity.gender') });
    if (!this.person.tellsGender) await genders.locator('label').first().click();
    await expect(genders.getByRole('radio').first()).toBeChecked();
    await this.keep('identity');
    await this.tap('verify:submit');
  }

  private async personal(): Promise<void> {
    const { say } = this.words;
    await this.form.getByLabel(say('verify:personal.nickname')).fill('Lan');
    await this.area(say('verify:personal.homeArea'));
    await this.form.getByLabel(say('verify:personal.detailAddress')).fill('12/3');
    await this.choose(say('verify:personal.residenceTime'), 'last');
    await this.choose(say('verify:personal.education'), 'last');
    for (const group of [say('verify:personal.marital'), say('verify:personal.childrenNum')]) {
      await this.form.getByRole('group', { name: group, exact: true }).locator('label').first().click();
    }
    await this.keep('personal');
    await this.tap('verify:submit');
  }

  private async work(): Promise<void> {
    const { say } = this.words;
    await this.choose(say('verify:company.professionType'), 'first');
    await this.choose(say('verify:company.monthlyIncome'), 'last');
    await this.form.getByLabel(say('verify:company.companyName')).fill('ABC 123');
    await this.choose(say('verify:company.workTime'), 'last');
    await this.area(say('verify:company.companyArea'));
    await this.form.getByLabel(say('verify:company.companyDetailAddress')).fill('78');
    await this.keep('company');
    await this.tap('verify:submit');
  }

  private async contacts(): Promise<void> {
    const { say } = this.words;
    for (const [index, phone] of this.person.contacts.entries()) {
      const field = (label: string) => this.form.getByLabel(label, { exact: true }).nth(index);
      await field(say('verify:contacts.relationship')).click();
      await this.page.getByRole('dialog').getByRole('option').nth(index + 1).click();
      await expect(this.page.getByRole('dialog')).toBeHidden();
      await field(say('verify:contacts.name')).fill(this.person.name);
      await field(say('verify:contacts.phone')).fill(phone);
    }
    await this.keep('contacts');
    await this.tap('verify:submit');
  }

  private async card(): Promise<void> {
    const { say } = this.words;
    await this.choose(say('bankcard:add.bank'), 'first');
    await this.form.getByLabel(say('bankcard:add.number'), { exact: true }).last().fill(this.person.account);
    await this.form.getByLabel(say('bankcard:add.again')).fill(this.person.account);
    if (this.person.passbook) {
      await photograph(this.page, say('bankcard:add.passbook'), 'front');
      await expect(this.form.getByText(say('common:photo.done'))).toBeVisible();
    }
    await this.keep('bankcard');
    await this.tap('verify:submit');
    await arrive(this.page, '/m/bankCard/auth');
    await expect(this.form.getByText(say('bankcard:verification.activeTitle'))).toBeVisible();
  }

  private async choose(field: string, which: 'first' | 'last'): Promise<void> {
    await this.form.getByLabel(field, { exact: true }).click();
    const sheet = this.page.getByRole('dialog');
    await sheet.getByRole('option')[which]().click();
    await expect(sheet).toBeHidden();
  }

  /** Selects the first area on each level of the region. */
  private async area(field: string): Promise<void> {
    await this.form.getByLabel(field, { exact: true }).click();
    const sheet = this.page.getByRole('dialog');
    await expect(async () => {
      if (await sheet.isVisible()) await sheet.getByRole('option').first().click({ timeout: 500 });
      await expect(sheet).toBeHidden({ timeout: 500 });
    }).toPass();
  }

  /** From the product list to the money in the bank account. */
  async borrow(url: string, { product, amount }: RegionLoan): Promise<void> {
    const { say } = this.words;
    const asked = this.person.money(amount);
    await this.page.goto(`${url}/m/loan/list`);
    await button(this.page, new RegExp(product)).first().click();
    await arrive(this.page, /^\/m\/loan\/detail\//);
    await this.form.getByLabel(say('terms:loanAmount')).fill(String(amount));
    await this.form.getByText(say('loan:calc.days', { n: 91 }), { exact: true }).click();
    await expect(this.form.locator('[aria-busy="true"]')).toHaveCount(0);
    await this.keep('product');
    await this.tap('loan:detail.apply', { amount: asked });
    await arrive(this.page, '/m/loan/loanIndex');
    await button(this.page, say('loan:apply.read')).last().click();
    await this.readAndAccept('agreement');
    await this.tap('loan:apply.submit', { amount: asked });
    await arrive(this.page, '/m/loan/status');
    await this.tap('loan:status.see');
    await arrive(this.page, /^\/m\/order\/detail\//);
    await this.keep('offer');
    await this.tap('order:offer.read');
    const code = await smsCode(this.person.phone, () => this.readAndAccept('final-agreement'));
    const dialog = this.page.getByRole('dialog', { name: say('login:stepUp.title201') });
    await dialog.getByLabel(say('login:sms.input', { n: 4 })).fill(code);
    await expect(dialog).toBeHidden();
  }

  private async readAndAccept(name: string): Promise<void> {
    const { say } = this.words;
    const accept = this.page.getByRole('dialog').getByRole('button', { name: say('loan:apply.accept') });
    const readOn = this.page.getByRole('dialog').getByRole('button', { name: say('loan:apply.readOn') });
    await expect(readOn).toBeVisible();
    await this.keep(name);
    await expect(async () => {
      if (await readOn.isVisible()) await readOn.click({ timeout: 500 });
      await expect(accept).toBeVisible({ timeout: 300 });
    }).toPass();
    await accept.click();
  }

  /**
   * Pays a part with odd minor units by transfer, and the rest by the region's payment code, or by transfer if it has
   * none.
   */
  async repay({ amount, serviceFee, part }: RegionLoan): Promise<void> {
    const { say } = this.words;
    const due = amount + serviceFee;
    const money = this.person.money;
    await this.tap('order:action.pay', { amount: money(due) });
    await arrive(this.page, '/m/repay/normal');
    const field = this.form.getByLabel(say('repay:options.amount'));
    await field.fill('');
    await field.pressSequentially(part.typed);
    await expect(this.form.getByText(say('repay:options.part', { rest: money(due - part.minor) }))).toBeVisible();
    await this.tap('repay:options.paybank');
    await arrive(this.page, '/m/repay/paybank');
    // Where banks read no payment codes, the account number alone identifies the payment.
    await expect(this.form.getByText(say(this.person.code === null ? 'repay:pay.ownAccount' : 'repay:pay.memoWhy'))).toBeVisible();
    await this.keep('transfer');
    await payAtBank(part.minor);
    await this.receipt('repay:outcome.part');
    await this.tap('repay:receipt.loan');
    await arrive(this.page, /^\/m\/order\/detail\//);
    await this.keep('running');
    await this.tap('order:action.pay', { amount: money(due - part.minor) });
    await arrive(this.page, '/m/repay/normal');
    await this.payRest(due - part.minor);
    await payAtBank(due - part.minor);
    await this.receipt('repay:outcome.payoff');
    await this.tap('repay:receipt.loan');
    await arrive(this.page, /^\/m\/order\/detail\//);
    await expect(this.form.getByText(say('terms:status.settled'), { exact: true }).first()).toBeVisible();
    await this.keep('settled');
  }

  private async payRest(rest: number): Promise<void> {
    const { say } = this.words;
    if (this.person.code === null) {
      await expect(this.form.getByRole('button', { name: say('repay:options.paybank') })).toBeVisible();
      await expect(this.form.getByRole('button', { name: say('repay:options.paycode') })).toHaveCount(0);
      await this.tap('repay:options.paybank');
      return arrive(this.page, '/m/repay/paybank');
    }
    const answer = this.page.waitForResponse((response) => response.url().endsWith('/app/repay/paycode'));
    await this.tap('repay:options.paycode');
    const { data } = (await (await answer).json()) as { data: { qrText: string } };
    expect(data.qrText).toMatch(this.person.code);
    await arrive(this.page, '/m/repay/paycode');
    await expect(this.form.getByRole('img', { name: say('repay:pay.qrAlt', { amount: this.person.money(rest) }) })).toBeVisible();
    await this.keep('paycode');
  }

  private async receipt(heading: 'repay:outcome.part' | 'repay:outcome.payoff'): Promise<void> {
    await arrive(this.page, '/m/repay/result');
    await expect(this.form.getByRole('heading', { name: this.words.say(heading) })).toBeVisible();
    await this.keep(`receipt-${heading.slice(-4)}`);
  }
}
