import { expect, front, test } from './fixtures';
import { carrierCode, chooseCarrier, enterCode, sendPassword } from './walk/carrier';
import { letPass } from './walk/desk';
import { logIn } from './walk/login';
import { somebody } from './walk/person';
import { arrive, button, picture, place } from './walk/screen';

const unlike = (code: string) => (code.startsWith('9') ? '0' : '9') + code.slice(1);

test.beforeEach(async ({ page }) => {
  await page.goto('/m/login?redirect=%2Fm%2Fauth%2Fopt');
});

// spec: 2.m-auth-opt, 2.m-mall-index, 2.m-mall-detail, 2.m-mall-detail-next, 2.m-mall-result, 2.m-auth-opt-status
test('a number is verified with its carrier: wrong password, wrong code, another code, waiting, success', async ({ page }) => {
  const person = somebody({ phone: `097${String(Date.now()).slice(-7)}` });
  await logIn(page, person);
  await arrive(page, '/m/auth/opt');
  await expect(front(page).getByRole('radio', { name: /Viettel/ }), 'the carrier is preselected by the prefix').toBeChecked();
  await chooseCarrier(page, 'Viettel', 'Mật khẩu dịch vụ');

  await expect(front(page).getByLabel('Số điện thoại')).toHaveValue(`097••••${person.phone.slice(-3)}`);
  await button(page, 'Gửi tới Viettel').click();
  await expect(front(page).getByRole('alert')).toContainText('Không được để trống');
  const password = front(page).getByLabel('Mật khẩu Viettel', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await password.fill('matkhau0001');
  await front(page).getByRole('button', { name: /^Hiện mật khẩu/ }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await button(page, 'Gửi tới Viettel').click();
  await expect(front(page).getByRole('alert')).toContainText('Mật khẩu chưa đúng');
  await expect(password, 'the input is kept').toHaveValue('matkhau0001');
  await picture(page, 'mall-wrong-password');

  await sendPassword(page, 'Viettel', 'matkhau7391');
  await arrive(page, '/m/mall/viettel/detail/password/next');
  const first = await carrierCode(person.phone);
  await expect(button(page, 'Xác nhận')).toBeDisabled();
  await expect(button(page, /^Gửi lại sau \d+\sgiây$/)).toBeDisabled();
  await picture(page, 'mall-code');
  await enterCode(page, unlike(first));
  await expect(front(page).getByRole('alert')).toContainText('Mã');
  await expect(front(page).getByLabel('Mã 6 số')).toHaveValue('');

  // After a minute another code can be requested, and only that one is accepted.
  await letPass({ hours: 1 / 30 });
  await page.reload();
  await arrive(page, '/m/mall/viettel/detail/password/next');
  await button(page, 'Gửi lại mã').click();
  await expect(front(page).getByText('Đã gửi mã mới')).toBeVisible();
  const second = await carrierCode(person.phone, first);
  await enterCode(page, second);
  await arrive(page, '/m/mall/viettel/result/waiting');
  await expect(front(page).getByRole('heading', { name: 'Viettel đang kiểm tra' })).toBeVisible();
  await picture(page, 'mall-waiting');
  await arrive(page, '/m/mall/viettel/result/success');
  await expect(front(page).getByRole('heading', { name: 'Số của bạn đã được xác nhận' })).toBeVisible();
  await picture(page, 'mall-success');
  await button(page, 'Xong').click();
  await arrive(page, '/m/auth');
  await expect(front(page).getByRole('listitem').filter({ hasText: 'Nhà mạng di động' })).toContainText('Đã xong');
  await picture(page, 'verify-list-proved');

  await page.goto('/m/auth/opt/success');
  await expect(front(page).getByText('Bạn đã dùng số này 26 tháng.')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('matkhau');
});

// spec: 2.m-auth-resolvent
test('the verification of another person’s number fails, and the help says what to do', async ({ page, context }) => {
  const person = somebody({ phone: `091${String(Date.now()).slice(-7)}` });
  await logIn(page, person);
  await arrive(page, '/m/auth/opt');
  await chooseCarrier(page, 'VinaPhone', 'Mật khẩu dịch vụ');
  await sendPassword(page, 'VinaPhone', 'matkhau0007');
  await arrive(page, '/m/mall/vinaphone/detail/password/next');
  await enterCode(page, await carrierCode(person.phone));
  await arrive(page, '/m/mall/vinaphone/result/failed');
  await expect(front(page).getByRole('heading', { name: 'Số này đứng tên người khác' })).toBeVisible();
  await expect(front(page).getByText('Khoản vay và các mục đã xác minh của bạn không bị ảnh hưởng.')).toBeVisible();
  await picture(page, 'mall-failed');
  await button(page, 'Xem cách xử lý').click();
  await expect.poll(() => place(page)).toBe('/m/auth/resolvent');
  await expect(front(page).getByRole('heading', { name: 'Trường hợp của bạn' })).toBeVisible();
  await picture(page, 'resolvent');

  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/m/auth/resolvent');
  await expect(front(page).getByText('Mật khẩu dịch vụ chưa đúng'), 'open to everyone').toBeVisible();
});

// spec: 2.m-mall-register, 2.m-mall-register-next
test('a borrower without a carrier account registers one, and verifies the number with it', async ({ page }) => {
  const person = somebody({ phone: `090${String(Date.now()).slice(-7)}` });
  await logIn(page, person);
  await arrive(page, '/m/auth/opt');
  await chooseCarrier(page, 'MobiFone', 'Mật khẩu dịch vụ');
  await sendPassword(page, 'MobiFone', 'matkhau0004');
  await expect(front(page).getByRole('alert')).toContainText('chưa có tài khoản');
  await page.goBack();
  await arrive(page, '/m/mall/mobifone');
  await button(page, /^Mở tài khoản MobiFone/).click();
  await arrive(page, '/m/mall/mobifone/register/password');
  const [password, again] = [front(page).getByLabel('Mật khẩu mới', { exact: true }), front(page).getByLabel('Nhập lại mật khẩu', { exact: true })];
  await password.fill('abc123');
  await again.fill('abc1234');
  await button(page, 'Mở tài khoản').last().click();
  await expect(front(page).getByRole('alert').first()).toContainText('ít nhất 8 ký tự');
  await expect(front(page).getByText('Hai lần nhập không khớp nhau.')).toBeVisible();
  await picture(page, 'mall-register-weak');
  await password.fill('matkhau0004');
  await again.fill('matkhau0004');
  await picture(page, 'mall-register');
  await button(page, 'Mở tài khoản').last().click();
  await arrive(page, '/m/mall/mobifone/register/password/next');
  await enterCode(page, await carrierCode(person.phone));
  await arrive(page, '/m/mall/mobifone/result/success');
  await expect(front(page).getByRole('heading', { name: 'Tài khoản MobiFone đã mở' })).toBeVisible();
  await picture(page, 'mall-opened');
  await button(page, 'Xác nhận số ngay').click();
  await arrive(page, '/m/mall/mobifone/detail/password');
  await sendPassword(page, 'MobiFone', 'matkhau0004');
  await arrive(page, '/m/mall/mobifone/detail/password/next');
  await enterCode(page, await carrierCode(person.phone));
  await arrive(page, '/m/mall/mobifone/result/success');
});

test('an unavailable carrier is reported at once, and no input is lost', async ({ page }) => {
  await logIn(page, somebody({ phone: `086${String(Date.now()).slice(-7)}` }));
  await arrive(page, '/m/auth/opt');
  await chooseCarrier(page, 'Viettel', 'Mật khẩu dịch vụ');
  await sendPassword(page, 'Viettel', 'matkhau0002');
  await expect(front(page).getByRole('alert')).toBeVisible();
  await expect(front(page).getByLabel('Mật khẩu Viettel', { exact: true })).toHaveValue('matkhau0002');
  await picture(page, 'mall-down');
});
