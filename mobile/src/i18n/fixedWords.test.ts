import { expect, it } from 'vitest';

type Tree = { [key: string]: string | Tree };
const app = import.meta.glob<Tree>('./{vi,en,th,cn}/*.ts', { eager: true, import: 'default' });
const api = import.meta.glob<Tree>('../../../api/internal/base/texts/*.json', { eager: true, import: 'default' });

const leaves = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) => (typeof value === 'string' ? [[prefix + key, value]] : leaves(value, `${prefix}${key}.`)));

/** All texts of a language by area and key. The server's texts have the area `api`. */
function textsOf(language: string): Record<string, string> {
  const files = Object.entries(app).filter(([path]) => path.startsWith(`./${language}/`));
  const own = files.flatMap(([path, tree]) => leaves(tree, `${/(\w+)\.ts$/.exec(path)![1]!}:`));
  return Object.fromEntries([...own, ...leaves(api[`../../../api/internal/base/texts/${language}.json`]!, 'api:')]);
}

/**
 * Terms with one fixed name per language: where the English text uses the term, the other languages must use theirs.
 */
const WORDS: Record<string, { en: RegExp; vi: RegExp; th: string; cn: string | RegExp }> = {
  lender: { en: /\blenders?\b/i, vi: /bên cho vay/i, th: 'ผู้ให้กู้', cn: '放款机构' },
  product: { en: /\bproducts?\b/i, vi: /gói/i, th: 'ผลิตภัณฑ์', cn: '产品' },
  overdueFee: { en: /\boverdue fee/i, vi: /phí quá hạn/i, th: 'ค่าปรับเกินกำหนด', cn: '逾期费' },
  lateFee: { en: /\blate fee/i, vi: /phí trả chậm/i, th: 'ค่าธรรมเนียมชำระล่าช้า', cn: '滞纳金' },
  serviceFee: { en: /\bservice fee/i, vi: /phí dịch vụ/i, th: 'ค่าธรรมเนียมบริการ', cn: '服务费' },
  accountFee: { en: /\baccount management fee/i, vi: /phí quản lý tài khoản/i, th: 'ค่าธรรมเนียมดูแลบัญชี', cn: '账户管理费' },
  extensionFee: { en: /\bextension fee/i, vi: /phí gia hạn/i, th: 'ค่าธรรมเนียมขยายเวลา', cn: '展期费' },
  paymentCode: { en: /\bpayment codes?\b/i, vi: /mã thanh toán/i, th: 'รหัสชำระเงิน', cn: '付款码' },
  certificate: { en: /\bsettlement certificate/i, vi: /giấy xác nhận tất toán/i, th: 'หนังสือรับรองการชำระหนี้ครบถ้วน', cn: '结清证明' },
  complaint: { en: /\bcomplaints?\b/i, vi: /khiếu nại/i, th: 'เรื่องร้องเรียน', cn: '投诉' },
  proof: { en: /\bproofs?\b/i, vi: /ảnh chuyển khoản/i, th: 'หลักฐานการโอน', cn: '凭证' },
  camera: { en: /\bcamera\b/i, vi: /máy ảnh|camera/i, th: 'กล้อง', cn: /相机|镜头/ },
  offer: { en: /\b(the|this|your) offer\b(?!s)/i, vi: /đề nghị/i, th: 'ข้อเสนอ', cn: '方案' },
};

/** In the text of a logout, "product" means the app. */
const OTHERWISE = new Set(['owndata:field.productId']);
/** Earlier document versions keep their wording. */
const KEPT = /^api:document2?\./;

it.each(Object.entries(WORDS))('the term %s has one fixed translation in each language', (_, word) => {
  const english = Object.entries(textsOf('en')).filter(([key, text]) => !OTHERWISE.has(key) && !KEPT.test(key) && word.en.test(text.replace(/\{+\w+\}+/g, '')));
  expect(english.length).toBeGreaterThan(0);
  for (const language of ['vi', 'th', 'cn'] as const) {
    const texts = textsOf(language);
    for (const [key] of english) expect(texts[key], `${language} ${key}`).toMatch(word[language]);
  }
});

it('the end of an ID number is not called its digits, because it may contain a letter', () => {
  const digits = { vi: /các số cuối|số cuối (trên )?giấy tờ/i, en: /last (\d )?digits/i, th: /เลขท้าย/ };
  for (const [language, said] of Object.entries(digits)) for (const [key, text] of Object.entries(textsOf(language))) expect(text, `${language} ${key}`).not.toMatch(said);
});

it('English texts use one spelling per word, typographic apostrophes and no contractions', () => {
  for (const [key, text] of Object.entries(textsOf('en'))) expect(text, key).not.toMatch(/\blog-ins?\b|\be-mails?\b|\bdata are\b|\w'|n’t\b|’ll\b/i);
});

it('Thai texts ask with one word', () => {
  for (const [key, text] of Object.entries(textsOf('th'))) if (!KEPT.test(key)) expect(text, key).not.toMatch(/โปรด/);
});

const shells = import.meta.glob<string>('../../ios/App/App/*.lproj/InfoPlist.strings', { eager: true, query: '?raw', import: 'default' });

it('the face check and the face data have one name, also in the permission texts of iOS', () => {
  const said = { vi: /kiểm tra khuôn mặt|xóa khuôn mặt/i, en: /erase (my|your) face(?! data)/i, th: /ตรวจใบหน้า|ลบใบหน้า/, cn: /核验面部|删除[您我]的人脸(?!数据)/ };
  for (const [language, other] of Object.entries(said)) {
    for (const [key, text] of Object.entries(textsOf(language))) expect(text, `${language} ${key}`).not.toMatch(other);
    expect(shells[`../../ios/App/App/${language === 'cn' ? 'zh-Hans' : language}.lproj/InfoPlist.strings`]).not.toMatch(other);
  }
});

/** Names in the data export, and the page texts that they must match. */
const SAID_AS: Record<string, string> = {
  'field.memo': 'repay:pay.memo',
  'field.birthday': 'verify:identity.birthday',
  'value.hardship.state': 'support:hardship.state',
  'value.tickets.kind': 'support:ticket.kind',
  'value.tickets.state': 'support:ticket.state',
  'value.proofs.state': 'repay:proof',
  'value.payments.paymentType': 'repay:receipt',
  'value.payments.state.suspense': 'repay:record.suspense',
  'value.payments.state.returned': 'repay:record.returned',
  'value.refunds.state.succeeded': 'repay:record.returned',
  'value.paymentCodes.purpose': 'repay:pay.purpose',
  'value.bankCards.status.0': 'bankcard:status.review',
  'value.bankCards.status.1': 'bankcard:status.active',
  'value.bankCards.status.2': 'bankcard:status.closed',
};

it.each(Object.entries(SAID_AS))('the data export names %s like %s', (own, page) => {
  for (const language of ['vi', 'en', 'th', 'cn']) {
    const texts = textsOf(language);
    const keys = Object.keys(texts).filter((key) => `${key}.`.startsWith(`owndata:${own}.`));
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(texts[key], `${language} ${key}`).toBe(texts[page + key.slice(`owndata:${own}`.length)]);
  }
});

it('the receipt in the app names its facts as the downloaded one does', () => {
  const facts = { serial: 'serial', from: 'from', to: 'to', booked: 'valueDate' };
  for (const language of ['vi', 'en', 'th', 'cn']) {
    const texts = textsOf(language);
    for (const [own, downloaded] of Object.entries(facts)) expect(texts[`repay:receipt.${own}`], `${language} ${own}`).toBe(texts[`api:document3.${downloaded}`]);
  }
});

/** Page titles, and the rows and links that open them and must have the same name. */
const OPENS: Record<string, readonly string[]> = {
  'repay:extendTitle': ['order:action.extend', 'repay:options.extend'],
  'repay:proofTitle': ['order:action.proof', 'repay:options.proof'],
  'repay:recordTitle': ['order:action.records', 'repay:options.records'],
  'repay:guideTitle': ['repay:options.guide'],
  'info:help.title': ['landing:footer.help'],
  'info:about.title': ['landing:footer.about'],
  'info:terms.title': ['account:consents.kind.terms'],
  'info:privacy.title': ['account:consents.kind.privacy'],
  'info:privacy2.title': ['landing:footer.cookies', 'ads:title'],
  'account:deletion.title': ['account:consents.leave'],
};

it.each(Object.entries(OPENS))('rows and links that open %s have the same name', (title, openers) => {
  for (const language of ['vi', 'en', 'th', 'cn']) {
    const texts = textsOf(language);
    for (const opener of openers) expect(texts[opener], `${language} ${opener}`).toBe(texts[title]);
  }
});
