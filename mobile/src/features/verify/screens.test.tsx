import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { address, open, press } from '@/test/screen';
import { member } from '@/test/data/member';
import { blank, choices } from '@/test/data/options';

const begun = {
  ...member.verification,
  done: 1,
  percent: 20,
  next: 'personal',
  items: member.verification.items.map((item, at) => (at === 0 ? item : { ...item, state: 'todo' as const })),
};

// spec: 2.m-auth, 1.verify-identity, 1.verify-personal, 1.verify-work, 1.verify-bank
it('/m/auth lists the verifications with their progress, and links to each and to the next', async () => {
  const { moves } = await open('/m/auth', { 'auth/list': begun });
  for (const words of ['Giấy tờ tùy thân', 'Thông tin cá nhân', 'Công việc', 'Người liên hệ', 'Tài khoản nhận tiền']) screen.getByText(words);
  screen.getByText(/Đã xong 1\/5 mục/);
  for (const name of [/^\d\s*Thông tin cá nhân/, /^\d\s*Công việc/, /^\d\s*Tài khoản nhận tiền/, 'Bắt đầu: Thông tin cá nhân']) await press(name);
  expect(moves).toEqual(['push /m/auth/personal', 'push /m/auth/company', 'push /m/bankCard/add', 'push /m/auth/personal']);
});

// spec: 2.m-auth
it('/m/auth sends a visitor to login', async () => {
  await open('/m/auth?from=sms', {}, 'visitor');
  expect(address()).toBe('/m/login?redirect=%2Fm%2Fauth%3Ffrom%3Dsms');
});

// spec: 2.m-auth-identity, 1.verify-identity
it('/m/auth/identity asks for both sides of the document and its data', async () => {
  const { asked } = await open('/m/auth/identity', { 'auth/detail': blank('identity'), 'auth/options': choices });
  expect(asked).toContainEqual({ path: 'auth/detail', body: { topic: 'identity' } });
  for (const words of ['Mặt trước', 'Mặt sau', 'Giới tính']) screen.getByText(words);
  for (const label of ['Họ và tên trên giấy tờ', 'Số căn cước công dân', 'Ngày sinh']) screen.getByLabelText(label);
  screen.getByRole('button', { name: 'Lưu và tiếp tục' });
});

it('/m/auth/identity of a verified borrower, who has to contact us for a change, links there', async () => {
  const known = { ...blank('identity'), state: 'done' as const, submitted: { idName: 'Nguyễn Thị Lan', idNumber: '••••••••6257', birthday: '1990-03-12' } };
  const { moves } = await open('/m/auth/identity', { 'auth/detail': known, 'auth/options': choices });
  screen.getByText(/Muốn đổi, hãy liên hệ với chúng tôi/);
  await press('Liên hệ với chúng tôi');
  expect(moves).toEqual(['push /m/customer']);
});

// spec: 5.camera-permission
it('/m/auth/identity links to the camera help if the camera does not open: at once if the phone reports it, else after a second tap', async () => {
  const { moves } = await open('/m/auth/identity', { 'auth/detail': blank('identity'), 'auth/options': choices });
  const take = screen.getAllByText('Chụp ảnh');
  fireEvent.click(take[0]!);
  expect(screen.queryByText('Máy ảnh không mở được?')).toBeNull();
  fireEvent(document.querySelector('input[type=file]')!, new Event('cancel', { bubbles: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Xem cách bật' }));
  expect(moves).toContain('push /m/cameraHelp');
  fireEvent.click(take[1]!);
  fireEvent.click(take[1]!);
  expect(screen.getAllByText('Máy ảnh không mở được?')).toHaveLength(2);
});

// spec: 2.m-auth-personal, 1.verify-personal
it('/m/auth/personal asks for the personal data listed in section 3', async () => {
  const { asked } = await open('/m/auth/personal', { 'auth/detail': blank('personal'), 'auth/options': choices, 'auth/areas': { areas: [] } });
  expect(asked).toContainEqual({ path: 'auth/detail', body: { topic: 'personal' } });
  for (const words of ['Chúng tôi gọi bạn là gì?', 'Trình độ học vấn', 'Tình trạng hôn nhân', 'Số con', 'Nơi ở hiện nay', 'Số nhà, tên đường', 'Bạn ở đây bao lâu rồi?', /Liên kết Facebook/, /Tài khoản WhatsApp/]) {
    screen.getByText(words);
  }
});

// spec: 2.m-auth-company, 1.verify-work
it('/m/auth/company asks for the job data listed in section 3', async () => {
  const { asked } = await open('/m/auth/company', { 'auth/detail': blank('company'), 'auth/options': choices, 'auth/areas': { areas: [] } });
  expect(asked).toContainEqual({ path: 'auth/detail', body: { topic: 'company' } });
  for (const words of ['Nghề nghiệp', 'Tên nơi làm việc', 'Khu vực làm việc', 'Số nhà, tên đường nơi làm việc', 'Thu nhập mỗi tháng', 'Bạn làm ở đây bao lâu rồi?']) {
    screen.getByText(words);
  }
});
