import type { AuthOptionsData, AuthListData } from '@loanmarket/shared-types/api';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import CompanyPage, { CompanyForm } from './company/CompanyPage';
import { ContactsForm } from './contacts/ContactsPage';
import { IdentityForm } from './identity/IdentityForm';
import { PersonalForm } from './personal/PersonalPage';
import { writeLocal } from '@/base/storage/local';
import { startSession } from '@/lib/session';
import type { TopicDetail } from '@/shared/verify/useTopic';
import { navigations, renderPage, serve, type Sent } from '@/test/page';
import { toastList } from '@/ui/overlay/toasts';

/** Choices whose labels contain the list name and the code. */
const list = (name: string, ...codes: number[]) => codes.map((code) => ({ code, label: `${name} ${code}` }));
const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const options: AuthOptionsData = {
  gender: list('gender', 0, 1), education: list('education', ...span(0, 9)), marital: list('marital', ...span(1, 5)), childrenNum: list('children', ...span(0, 5)),
  residenceTime: list('residence', ...span(1, 7)), workTime: list('work', ...span(1, 7)), relationship: list('relation', ...span(0, 8)),
  profession: list('profession', ...span(1, 46)), monthlyIncome: list('income', ...span(1, 7)), professionScheme: 'test',
};
const areas = { parent: '', areas: [{ code: '01', name: 'Hà Nội', leaf: false }] };
const wards = { parent: '01', areas: [{ code: '00004', name: 'Ba Đình', leaf: true }] };
const verification: AuthListData = { items: [], done: 1, total: 5, percent: 20, next: '' };
const detailOf = (draft: object | null) => ({ state: draft ? 'draft' : 'todo', draft, submitted: null, savedAt: null }) as unknown as TopicDetail;
const EMPTY = 'Không được để trống.';
const ID = '018f0000-0000-7000-8000-000000000001';

vi.setConfig({ testTimeout: 20_000 });

let sent: Sent[];
beforeEach(() => {
  localStorage.clear();
  toastList.current().forEach(({ id }) => toastList.remove(id));
  startSession('token', '0912345678');
  sent = serve({
    'auth/areas': ({ parent }) => (parent === '' ? areas : wards), 'auth/saveDraft': { savedAt: '2026-11-22T03:00:00Z' },
    ...Object.fromEntries(['personal', 'company', 'contacts', 'identity'].map((topic) => [`auth/${topic}`, { verification, warnings: [] }])),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Renders a form, submits it, and returns the body that reached the server. */
async function submit(form: ReactElement, topic: string) {
  await renderPage(form, `/m/auth/${topic}`, 'verify');
  fireEvent.click(screen.getByText('Lưu và tiếp tục'));
  await vi.waitFor(() => expect(sent.find(({ path }) => path === `auth/${topic}`) ?? screen.queryAllByRole('alert')[0]).toBeTruthy());
  return sent.find(({ path }) => path === `auth/${topic}`)?.body;
}

/** The visible value of a field. */
const shown = (label: string, root: HTMLElement = document.body) => {
  const field = within(root).queryByLabelText(label) ?? within(root).getByLabelText(new RegExp(`^${label}`));
  const chosen = field.querySelector('[aria-checked="true"], :checked');
  return field instanceof HTMLInputElement ? field.value : (chosen?.closest('label') ?? chosen ?? field).textContent;
};

describe('personal form', () => {
  const typed = {
    nickname: 'Lan', homeArea: ['01', '00004'], detailAddress: '12 Đội Cấn', residenceTime: 6, education: 4, marital: 2, childrenNum: 3,
    facebookLink: 'facebook.com/lan', whatsapp: '+84912345678',
  };

  // spec: 3.personal-data, 3.personal-address
  it('has every field of the specification, and sends it', async () => {
    expect(await submit(<PersonalForm detail={detailOf(typed)} options={options} />, 'personal')).toEqual(typed);
    const seen = ['Chúng tôi gọi bạn là gì?', 'Số nhà, tên đường', 'Bạn ở đây bao lâu rồi?', 'Trình độ học vấn', 'Tình trạng hôn nhân', 'Số con', 'Liên kết Facebook', 'Tài khoản WhatsApp'];
    expect(seen.map((label) => shown(label))).toEqual(['Lan', '12 Đội Cấn', 'residence 6', 'education 4', 'marital 2', 'children 3', 'facebook.com/lan', '+84912345678']);
    expect(shown('Nơi ở hiện nay')).toBe('Ba Đình, Hà Nội');
  });

  // spec: 3.personal-facebook-optional
  it('is sent without the optional Facebook link', async () => {
    const without = { ...typed, facebookLink: '' };
    const sent = await submit(<PersonalForm detail={detailOf(without)} options={options} />, 'personal');
    expect(sent).toMatchObject({ nickname: 'Lan', whatsapp: '+84912345678' });
    expect(sent).not.toHaveProperty('facebookLink');
  });

  it('saves no draft of input that is typed while the form is being sent', async () => {
    await renderPage(<PersonalForm detail={detailOf(typed)} options={options} />, '/m/auth/personal', 'verify');
    const answer = fetch;
    let take = () => undefined as void;
    const taken = new Promise<void>((resolve) => (take = resolve));
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url.endsWith('auth/personal')) await taken;
      return answer(url, init);
    });
    fireEvent.click(screen.getByText('Lưu và tiếp tục'));
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    fireEvent.change(screen.getByLabelText('Chúng tôi gọi bạn là gì?'), { target: { value: 'Lan Anh' } });
    await act(async () => new Promise((resolve) => setTimeout(resolve, 1_000))); // longer than the pause after which a draft is saved
    await act(async () => take());
    await vi.waitFor(() => expect(sent.some(({ path }) => path === 'auth/personal')).toBe(true));
    expect(sent.filter(({ path }) => path === 'auth/saveDraft')).toEqual([]);
  });

  it('saves the input of this tab into the draft that another tab has saved since', async () => {
    const drafts = serve({
      'auth/areas': areas, 'auth/saveDraft': { savedAt: '2026-11-22T03:01:00Z' },
      'auth/detail': { topic: 'personal', state: 'draft', submitted: null, draft: { ...typed, nickname: 'Hoa' }, savedAt: '2026-11-22T03:00:00Z' },
    });
    await renderPage(<PersonalForm detail={detailOf({ ...typed, nickname: '' })} options={options} />, '/m/auth/personal', 'verify');
    writeLocal('saved:personal', '2026-11-22T03:00:00Z');
    fireEvent.change(screen.getByLabelText('Số nhà, tên đường'), { target: { value: '5 Lê Lợi' } });
    await vi.waitFor(() => expect(drafts.find(({ path }) => path === 'auth/saveDraft')?.body.data).toEqual({ ...typed, nickname: 'Hoa', detailAddress: '5 Lê Lợi' }));
  });

  it('is sent once, even if it is submitted again meanwhile', async () => {
    await renderPage(<PersonalForm detail={detailOf(typed)} options={options} />, '/m/auth/personal', 'verify');
    const form = document.querySelector('form')!;
    fireEvent.submit(form);
    fireEvent.submit(form);
    await vi.waitFor(() => expect(navigations).not.toEqual([]));
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(sent.filter(({ path }) => path === 'auth/personal')).toHaveLength(1);
  });

  // spec: 5.required
  it('shows a required-field error at each required field', async () => {
    expect(await submit(<PersonalForm detail={detailOf(null)} options={options} />, 'personal')).toBeUndefined();
    expect(screen.getAllByText(EMPTY)).toHaveLength(7);
    expect(screen.getByLabelText(/^Liên kết Facebook/).getAttribute('aria-invalid')).not.toBe('true');
  });
});

describe('company form', () => {
  const typed = { professionType: 31, monthlyIncome: 4, companyName: 'May 10', workTime: 5, companyArea: ['01', '00004'], companyDetailAddress: '1 Lê Lợi' };

  // spec: 3.company
  it('has every field of the specification, and sends it', async () => {
    expect(await submit(<CompanyForm detail={detailOf(typed)} options={options} />, 'company')).toEqual(typed);
    const seen = ['Nghề nghiệp', 'Thu nhập mỗi tháng', 'Tên nơi làm việc', 'Bạn làm ở đây bao lâu rồi?', 'Khu vực làm việc', 'Số nhà, tên đường nơi làm việc'];
    expect(seen.map((label) => shown(label))).toEqual(['profession 31', 'income 4', 'May 10', 'work 5', 'Ba Đình, Hà Nội', '1 Lê Lợi']);
  });

  // spec: 5.required
  it('shows a required-field error at each field', async () => {
    expect(await submit(<CompanyForm detail={detailOf(null)} options={options} />, 'company')).toBeUndefined();
    expect(screen.getAllByText(EMPTY)).toHaveLength(6);
  });
});

it('a form that is opened again while it is being submitted waits for the outcome, and shows what was accepted', async () => {
  const typed = { professionType: 31, monthlyIncome: 4, companyName: 'May 10', workTime: 5, companyArea: ['01', '00004'], companyDetailAddress: '1 Lê Lợi' };
  let accept = () => undefined as void;
  let known = { ...detailOf(typed), savedAt: '2026-11-22T03:00:00Z' };
  sent = serve({
    'auth/areas': ({ parent }) => (parent === '' ? areas : wards),
    'auth/options': options,
    'auth/detail': () => known,
    'auth/company': new Promise<object>((resolve) => (accept = () => resolve({ verification, warnings: [] }))),
    'auth/saveDraft': { savedAt: '2026-11-22T03:00:00Z' },
  });
  const page = await renderPage(<CompanyPage />, '/m/auth/company', 'verify');
  fireEvent.click(await screen.findByText('Lưu và tiếp tục'));
  await vi.waitFor(() => expect(sent.map(({ path }) => path)).toContain('auth/company'));
  page.unmount();
  await renderPage(<CompanyPage />, '/m/auth/company', 'verify');
  await act(async () => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(screen.queryByText('Lưu và tiếp tục')).toBeNull();
  known = { ...detailOf(null), state: 'done', submitted: { ...typed, companyName: 'May 11' } as never } as typeof known;
  await act(async () => accept());
  await vi.waitFor(() => expect(shown('Tên nơi làm việc')).toBe('May 11'));
});

describe('contacts form', () => {
  const typed = [
    { relationship: 1, name: 'Nguyễn Ba', phone: '0987654321' }, { relationship: 7, name: 'Trần Minh', phone: '0976543210' },
    { relationship: 6, name: 'Lê Hoa', phone: '0365432109' },
  ];

  // spec: 3.contacts
  it('asks for three people with relationship, name and phone, and sends them', async () => {
    expect(await submit(<ContactsForm detail={detailOf({ contacts: typed })} options={options} />, 'contacts')).toEqual({ contacts: typed });
    typed.forEach(({ relationship, name, phone }, at) => {
      const person = screen.getByRole('heading', { name: `Người thứ ${at + 1}` }).closest('section')!;
      expect(['Quan hệ với bạn', 'Họ và tên', 'Số điện thoại'].map((label) => shown(label, person))).toEqual([`relation ${relationship}`, name, phone]);
    });
  });

  // spec: 5.contact-differs, 5.contact-phone
  it.each([
    ['0912345678', 'Đây là số của bạn. Hãy nhập số của người khác.'],
    ['0987654', 'Số điện thoại có ít nhất 8 số.'],
    ['0000000000', 'Nhập đúng một số di động. Số máy bàn không dùng được.'],
  ])('does not send the phone number %s', async (phone, words) => {
    const wrong = [typed[0], { ...typed[1], phone }, typed[2]];
    expect(await submit(<ContactsForm detail={detailOf({ contacts: wrong })} options={options} />, 'contacts')).toBeUndefined();
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('no longer says that a phone number was used for another person once that one is corrected', async () => {
    const twice = [{ ...typed[0], phone: typed[1]!.phone }, typed[1], typed[2]];
    expect(await submit(<ContactsForm detail={detailOf({ contacts: twice })} options={options} />, 'contacts')).toBeUndefined();
    expect(screen.getByText('Số này đã dùng cho người khác.')).toBeTruthy();
    const first = screen.getByRole('heading', { name: 'Người thứ 1' }).closest('section')!;
    fireEvent.change(within(first).getByLabelText('Số điện thoại'), { target: { value: typed[0]!.phone } });
    await vi.waitFor(() => expect(screen.queryByText('Số này đã dùng cho người khác.')).toBeNull());
  });

  // spec: 5.required
  it('shows a required-field error at each field', async () => {
    expect(await submit(<ContactsForm detail={detailOf(null)} options={options} />, 'contacts')).toBeUndefined();
    expect(screen.getAllByText(EMPTY)).toHaveLength(9);
  });
});

describe('identity form', () => {
  const typed = { idName: 'Nguyễn Thị Lan', idNumber: '001199000123', birthday: '1999-05-20', gender: 0, frontFileId: ID, backFileId: ID.replace(/1$/, '2') };

  // spec: 3.identity
  it('asks for name, ID number, birthday, gender and both sides of the card, and sends them', async () => {
    expect(await submit(<IdentityForm detail={detailOf(typed)} options={options} />, 'identity')).toEqual(typed);
    const seen = ['Họ và tên trên giấy tờ', 'Số căn cước công dân', 'Ngày sinh', 'Giới tính'];
    expect(seen.map((label) => shown(label))).toEqual(['Nguyễn Thị Lan', '001199000123', '1999-05-20', 'gender 0']);
  });

  const numberTyped = (number: string) => fireEvent.change(screen.getByLabelText('Số căn cước công dân'), { target: { value: number } });
  const MISMATCH = 'Số giấy tờ không khớp với giới tính bạn chọn.';

  it('derives the gender from the ID number until the gender is selected by hand', async () => {
    await renderPage(<IdentityForm detail={detailOf({ ...typed, idNumber: '', gender: null })} options={options} />, '/m/auth/identity', 'verify');
    numberTyped('001215123456');
    await vi.waitFor(() => expect(shown('Giới tính')).toBe('gender 1'));
    numberTyped('00121512345');
    numberTyped('001199000123');
    await vi.waitFor(() => expect(shown('Giới tính')).toBe('gender 0'));
    fireEvent.click(screen.getByLabelText('gender 1'));
    expect(await screen.findByText(MISMATCH)).toBeTruthy();
    numberTyped('087084000999');
    await vi.waitFor(() => expect(screen.queryByText(MISMATCH)).toBeNull());
    numberTyped('001199000123');
    expect(await screen.findByText(MISMATCH)).toBeTruthy();
    expect(shown('Giới tính'), 'the gender selected by hand is kept').toBe('gender 1');
  });

  it('derives the gender again when a saved ID number is corrected', async () => {
    await renderPage(<IdentityForm detail={detailOf({ ...typed, idNumber: '087084000999', gender: 1 })} options={options} />, '/m/auth/identity', 'verify');
    numberTyped('001199000123');
    await vi.waitFor(() => expect(shown('Giới tính')).toBe('gender 0'));
  });

  it('reports a gender or birthday that contradicts the ID number at its field, and sends nothing', async () => {
    expect(await submit(<IdentityForm detail={detailOf({ ...typed, gender: 1, birthday: '1998-05-20' })} options={options} />, 'identity')).toBeUndefined();
    expect(screen.getByText(MISMATCH)).toBeTruthy();
    expect(screen.getByText('Số giấy tờ không khớp với ngày sinh bạn chọn.')).toBeTruthy();
    expect(shown('Giới tính'), 'the saved gender is kept').toBe('gender 1');
  });

  it('shows a server warning in words', async () => {
    sent = serve({ 'auth/saveDraft': { savedAt: '2026-11-22T03:00:00Z' }, 'auth/identity': { verification, warnings: ['unknown_province', 'a_later_one'] } });
    await submit(<IdentityForm detail={detailOf({ ...typed, idNumber: '999199000123' })} options={options} />, 'identity');
    await vi.waitFor(() => expect(navigations).toEqual(['/m/auth']));
    expect(toastList.current().map(({ message }) => message)).toEqual(['Đã lưu. Mã tỉnh trong số giấy tờ này lạ: bạn nên xem lại.']);
  });

  // spec: 5.id-number, 5.id-old-format
  it.each([
    ['001499000123', 'Số giấy tờ chưa đúng. Hãy xem lại từng số trên giấy tờ.'],
    ['123456789', 'Số chứng minh nhân dân 9 số không còn dùng được. Hãy nhập số căn cước 12 số.'],
  ])('does not send the ID number %s', async (idNumber, words) => {
    expect(await submit(<IdentityForm detail={detailOf({ ...typed, idNumber })} options={options} />, 'identity')).toBeUndefined();
    expect(screen.getByText(words)).toBeTruthy();
  });

  // spec: 5.required
  it('shows a required-field error at each field', async () => {
    expect(await submit(<IdentityForm detail={detailOf(null)} options={options} />, 'identity')).toBeUndefined();
    expect(screen.getAllByText(EMPTY)).toHaveLength(4);
  });
});

describe('form whose consent was withdrawn', () => {
  it('says so while the user types, and links to the consents', async () => {
    const why = 'Bạn đã rút lại sự đồng ý cần có để vay.';
    sent = serve({ 'auth/areas': areas, 'auth/saveDraft': { success: false, msg: why, errorCode: 20214, data: { reason: 'consent_withdrawn' } } });
    await renderPage(<PersonalForm detail={detailOf(null)} options={options} />, '/m/auth/personal', 'verify');
    fireEvent.change(screen.getByLabelText('Chúng tôi gọi bạn là gì?'), { target: { value: 'Lan' } });
    await vi.waitFor(() => expect(screen.getByText(`Chưa lưu được. ${why}`)).toBeTruthy());
    fireEvent.click(screen.getByText('Mở “Sự đồng ý của tôi”'));
    expect(navigations).toEqual(['/m/account/consents']);
    // Forms of other topics from earlier tests save when they are unmounted.
    expect(sent.filter(({ path, body }) => path === 'auth/saveDraft' && body.topic === 'personal')).toHaveLength(1);
  });
});
