import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AreasData, BankCard, BanksData, ContractData, LoginData, OrderDetailData, OrderRef, PayIntentData, ProductListData } from '@loanmarket/shared-types/api';
import { expect } from '../fixtures';
import { smsCode } from './desk';
import { address } from './person';
import type { RegionPerson } from './regionPerson';

/** A borrower who calls the API directly, to create data quickly. Every response must be a success. */
export class QuickBorrower {
  token = '';
  private readonly from = address();
  /** The picture of the front of the ID card. */
  card: 'front.jpg' | 'portrait.jpg' = 'front.jpg';
  /** The verified bank card. */
  cardId = '';

  constructor(
    private readonly url: string,
    readonly person: RegionPerson,
    private readonly language = 'vi',
    /** The device id; each borrower has their own, because codes per device are limited. */
    readonly device = `quick-${randomUUID()}`,
  ) {}

  /** The same person on another device, not logged in. */
  on(device: string): QuickBorrower {
    return new QuickBorrower(this.url, this.person, this.language, device);
  }

  async call<T = unknown>(path: string, body: object = {}): Promise<T> {
    const answer = await fetch(`${this.url}/app/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID(), ...this.headers() },
      body: JSON.stringify(body),
    });
    return this.open<T>(path, answer);
  }

  private headers(): Record<string, string> {
    const headers = { 'Accept-Language': this.language, 'X-Forwarded-For': this.from, 'X-Device-Id': this.device };
    return this.token ? { ...headers, token: this.token } : headers;
  }

  private async open<T>(path: string, answer: Response): Promise<T> {
    const { success, msg, data } = (await answer.json()) as { success: boolean; msg: string; data: T };
    if (!success) throw new Error(`${path}: ${msg} ${JSON.stringify(data)}`);
    return data;
  }

  async logIn(): Promise<void> {
    const phoneNum = this.person.phone;
    const consents = (['terms', 'privacy', 'data_processing'] as const).map((kind) => ({ kind, version: '1.0', granted: true }));
    const code = await smsCode(phoneNum, () => this.call('member/sendSmsCode', { phoneNum, type: 200 }));
    const { token } = await this.call<LoginData>('member/smsLogin', { phoneNum, smsCode: code, type: 200, consents });
    this.token = token;
  }

  private async photo(kind: 'identity' | 'passbook' | 'proof' | 'complaint', picture = 'front.jpg'): Promise<string> {
    const form = new FormData();
    form.set('kind', kind);
    const bytes = await readFile(fileURLToPath(new URL(`../photos/${picture}`, import.meta.url)));
    form.set('file', new Blob([bytes], { type: 'image/jpeg' }), 'front.jpg');
    const answer = await fetch(`${this.url}/app/file/upload`, { method: 'POST', headers: this.headers(), body: form });
    return (await this.open<{ fileId: string }>('file/upload', answer)).fileId;
  }

  private async area(): Promise<string[]> {
    const path: string[] = [];
    for (let leaf = false; !leaf; ) {
      const { areas } = await this.call<AreasData>('auth/areas', { parent: path.at(-1) ?? '' });
      path.push(areas[0]!.code);
      leaf = areas[0]!.leaf;
    }
    return path;
  }

  /** The names of the borrower's area. */
  async areaNames(): Promise<string[]> {
    const names: string[] = [];
    for (let [parent, leaf] = ['', false]; !leaf; ) {
      const area = (await this.call<AreasData>('auth/areas', { parent })).areas[0]!;
      names.push(area.name);
      [parent, leaf] = [area.code, area.leaf];
    }
    return names;
  }

  /**
   * Completes everything that a loan requires. Returns the id of the bank card. `monthlyIncome` is a band of the
   * region's list, counted from 1.
   */
  async verify({ monthlyIncome = 6, bank }: { monthlyIncome?: number; bank?: string } = {}): Promise<string> {
    const { name, idNumber, birthday, contacts } = this.person;
    await this.call('auth/identity', { idName: name, idNumber, birthday, gender: 0, frontFileId: await this.photo('identity', this.card), backFileId: await this.photo('identity') });
    const area = await this.area();
    await this.call('auth/personal', { nickname: 'Lan', education: 4, marital: 1, childrenNum: 1, homeArea: area, detailAddress: '12', residenceTime: 7 });
    await this.call('auth/company', { companyName: 'ABC', companyArea: area, companyDetailAddress: '78', professionType: 1, monthlyIncome, workTime: 6 });
    await this.call('auth/contacts', { contacts: contacts.map((phone, index) => ({ relationship: index + 1, name, phone })) });
    return this.addCard(this.person.account, bank);
  }

  /** Adds a bank card at the given bank, or at the first one of the list. */
  async addCard(number: string, bank?: string): Promise<string> {
    const { banks } = await this.call<BanksData>('bankCard/banks');
    const passbook = this.person.passbook ? { passbookFileId: await this.photo('passbook') } : {};
    const request = { bankCode: bank ?? banks[0]!.code, accountType: 'account', accountNumber: number, accountNumberAgain: number, ...passbook };
    return (await this.call<BankCard>('bankCard/add', request)).cardId;
  }

  /** Verifies the number again, as required for disbursements and changes of bank cards. */
  async freshCode(type: 201 | 202 | 203): Promise<string> {
    const code = await smsCode(this.person.phone, () => this.call('member/sendSmsCode', { phoneNum: this.person.phone, type }));
    await this.call('member/checkSmsCode', { smsCode: code, type });
    return code;
  }

  /** The products available to the borrower. */
  async products(): Promise<ProductListData> {
    return this.call<ProductListData>('loan/list');
  }

  async apply(loanId: string, amount: number, termDays: number, bankCardId: string): Promise<string> {
    const { hash } = await this.call<ContractData>('loan/contract', { loanId, amount, termDays });
    const request = { loanId, amount, termDays, bankCardId, contractHash: hash, contractAccepted: true };
    return (await this.call<OrderRef>('loan/apply', request)).orderId;
  }

  /** Waits until the order has a status. */
  async until(orderId: string, status: number, repayStatus?: number): Promise<OrderDetailData> {
    let detail!: OrderDetailData;
    await expect
      .poll(async () => {
        detail = await this.call<OrderDetailData>('order/detail', { orderId });
        return [detail.order.status, repayStatus === undefined ? undefined : detail.order.repayStatus];
      })
      .toEqual([status, repayStatus]);
    return detail;
  }

  /** Confirms the loan with a fresh code, and waits for the disbursement or another status. */
  async confirm(orderId: string, status = 9): Promise<void> {
    const { hash } = await this.call<ContractData>('order/contract', { orderId });
    const code = await smsCode(this.person.phone, () => this.call('member/sendSmsCode', { phoneNum: this.person.phone, type: 201 }));
    await this.call('order/confirm', { orderId, smsCode: code, contractHash: hash, contractAccepted: true });
    await this.until(orderId, status);
  }

  async payBy(method: 'bank' | 'paycode', orderId: string, amount: number): Promise<PayIntentData> {
    return this.call<PayIntentData>(`repay/${method}`, { orderId, amount, purpose: 'repayment' });
  }
}
