// The main journey in steps that every driver supports: land, log in, verify with photos, apply, confirm, get the
// payment code.
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const photo = (side) => fileURLToPath(new URL(`../photos/${side}.jpg`, import.meta.url));
const digits = (count) => Array.from({ length: count }, () => randomInt(10)).join('');

/** Triggers an SMS code and waits for it at the development desk. */
async function smsCode(base, phone, send) {
  const codes = async () => {
    const { sms } = await (await fetch(`${base}/dev/state?phone=${phone.slice(1)}`)).json();
    return sms.filter((one) => /^\d{4} /.test(one.body));
  };
  const before = (await codes())[0]?.sentAt ?? '';
  await send();
  for (let wait = 0; wait < 400; wait += 1) {
    const [newest] = await codes();
    if (newest && newest.sentAt > before) return newest.body.slice(0, 4);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('no SMS arrived');
}

async function chooseArea(phone, label) {
  await phone.tap('field', label);
  await phone.fill('Tìm kiếm', 'ha noi');
  await phone.tap('option', 'Thành phố Hà Nội');
  await phone.see('/^Phường\\/xã|Phường/');
  await phone.until('communes', () => phone.ask('(__hand.find("option", "/^(Phường|Xã|Đặc khu) /") ? true : "no communes")'));
  await phone.tap('option', '/./');
  await closed(phone);
}

const closed = (phone) => phone.until('the sheet closes', () => phone.ask('!/dialog/.test(__hand.front().getAttribute("role")) || "still open"'));

async function choose(phone, label, option, nth) {
  await phone.tap('field', label, nth);
  await phone.tap('option', option);
  await closed(phone);
}

/** Reads a contract to its end and accepts it. The button shows the next step. */
async function readAndAccept(phone) {
  await phone.until('the contract opens', () => phone.ask('!!__hand.find("button", "/^(Đọc tiếp|Tôi đã đọc và đồng ý)$/") || "no contract"'));
  await phone.until('the contract is read', async () => {
    await phone.touch('button', '/^(Đọc tiếp|Tôi đã đọc và đồng ý)$/');
    return (await phone.ask('!__hand.find("button", "/^(Đọc tiếp|Tôi đã đọc và đồng ý)$/")')) || 'reading';
  });
}

/** Walks the whole journey. `keep` receives each screenshot with its name. Returns the id of the order. */
export async function walk(phone, keep = async () => undefined) {
  const number = `09${[1, 7, 8][randomInt(3)]}${digits(7)}`;
  const picture = async (name) => keep(name, await phone.picture());
  const next = () => phone.tap('button', 'Lưu và tiếp tục');

  await phone.open('/m/land');
  await phone.arrive('/m/land');
  await phone.fill('Số điện thoại của bạn', number);
  await phone.tap('choice', '/^Tôi đã đọc và đồng ý với/');
  await picture('landing');
  await phone.open('/m/home');
  await phone.arrive('/m/home');
  await phone.see('/^Vay bao nhiêu|Bạn/');
  await picture('home');
  await phone.open('/m/login?redirect=/m/auth');
  await phone.arrive('/m/login');
  await phone.fill('Số điện thoại', number);
  await phone.tap('choice', '/^Tôi đã đọc và đồng ý với/');
  const code = await smsCode(phone.base, number, () => phone.tap('button', 'Nhận mã'));
  // The last digit submits it.
  await phone.fill('/^Mã/', code);

  await phone.arrive('/m/auth');
  await picture('verify-list');
  await phone.tap('button', '/^Bắt đầu: Giấy tờ tùy thân/');
  await phone.arrive('/m/auth/identity');
  await phone.whileUploading([photo('front'), photo('back')], { 'Họ và tên trên giấy tờ': 'Nguyễn Thị Lan' });
  await phone.fill('Số CCCD (12 số)', `001190${digits(6)}`);
  await phone.set('Ngày sinh', '1990-03-12');
  await picture('identity');
  await next();

  await phone.arrive('/m/auth/personal');
  await phone.fill('Chúng tôi gọi bạn là gì?', 'Lan');
  await chooseArea(phone, 'Nơi ở hiện nay');
  await phone.fill('Số nhà, tên đường', '12 Hàng Bông');
  await choose(phone, 'Bạn ở đây bao lâu rồi?', 'Từ 5 năm trở lên');
  await choose(phone, 'Trình độ học vấn', 'Đại học');
  await phone.tap('choice', 'Đã kết hôn');
  await phone.tap('choice', '1 con');
  await picture('personal');
  await next();

  await phone.arrive('/m/auth/company');
  await choose(phone, 'Nghề nghiệp', 'Chuyên gia y tế');
  await choose(phone, 'Thu nhập mỗi tháng', '12.000.000 ₫ – 18.000.000 ₫');
  await phone.fill('Tên nơi làm việc', 'Bệnh viện Bạch Mai');
  await choose(phone, 'Bạn làm ở đây bao lâu rồi?', '2 – 5 năm');
  await chooseArea(phone, 'Khu vực làm việc');
  await phone.fill('Số nhà, tên đường nơi làm việc', '78 Giải Phóng');
  await next();

  await phone.arrive('/m/auth/contacts');
  for (const [index, [relationship, name, theirs]] of [['Bố mẹ', 'Trần Thị Mai', '0912000111'], ['Vợ/chồng', 'Phạm Văn Nam', '0987000222'], ['Bạn bè', 'Lê Thu Hà', '0356000333']].entries()) {
    await choose(phone, 'Quan hệ với bạn', relationship, index);
    await phone.fill('Họ và tên', name, index);
    await phone.fill('Số điện thoại', theirs, index);
  }
  await next();

  await phone.arrive('/m/bankCard/add');
  await choose(phone, 'Ngân hàng', '/Vietcombank/');
  const account = `19${digits(6)}7788`;
  await phone.fill('Số tài khoản', account, -1);
  await phone.fill('/Nhập lại lần nữa/', account);
  await next();
  await phone.arrive('/m/bankCard/auth');
  await phone.see('Tài khoản đứng tên bạn');

  await phone.open('/m/loan/list');
  await phone.arrive('/m/loan/list');
  await picture('loan-list');
  await phone.tap('button', '/Vay linh hoạt/');
  await phone.arrive('/m/loan/detail/.*');
  await phone.set('số tiền vay', '5000000');
  await phone.tap('choice', '91 ngày');
  await phone.until('figures', () => phone.ask('__hand.busy() === 0 && !!__hand.find("button", "/^Vay 5.000.000/") || "busy"'));
  await picture('loan-detail');
  await phone.tap('button', '/^Vay 5.000.000/');
  await phone.arrive('/m/loan/loanIndex');
  await phone.tap('button', 'Đọc hợp đồng', -1);
  await readAndAccept(phone);
  await phone.see('Bạn đã đọc và đồng ý với hợp đồng');
  await phone.tap('button', '/^Đăng ký vay 5.000.000/');
  await phone.arrive('/m/loan/status');
  await phone.tap('button', 'Xem và xác nhận');
  await phone.arrive('/m/order/detail/.*');
  await phone.see('Chờ xác nhận');
  const orderId = (await phone.here()).split('/').pop();
  await phone.tap('button', 'Đọc hợp đồng và xác nhận');
  const fresh = await smsCode(phone.base, number, () => readAndAccept(phone));
  await phone.fill('/^Mã/', fresh);
  await closed(phone);
  await phone.tap('button', '/^Trả 5.000.000/');
  await phone.arrive('/m/repay/normal');
  await phone.see('Lấy mã thanh toán');
  await picture('repay');
  await phone.tap('button', 'Lấy mã thanh toán');
  await phone.arrive('/m/repay/paycode');
  await phone.until('the code', () => phone.ask('!!document.querySelector("[aria-label^=\'Mã QR để trả\']") || "no code"'));
  await picture('repay-code');
  return orderId;
}

/** The note that the borrower adds to a payment proof. */
export const NOTE = 'Chuyển lúc 9 giờ sáng';

/** Sends a payment proof and a complaint, each with a picture and a text that is typed during the upload. */
export async function sendPictures(phone, orderId) {
  await phone.open(`/m/repay/proofUpload/${orderId}`);
  await phone.arrive('/m/repay/proofUpload/.*');
  await phone.whileUploading([photo('front')], { '/^Ghi chú/': NOTE });
  await phone.tap('button', 'Gửi ảnh');
  await phone.see('Đang đối chiếu');
  await phone.see(NOTE);

  await phone.open('/m/customer/complain');
  await phone.arrive('/m/customer/complain');
  await phone.whileUploading([photo('back')], { '/^Điều đã xảy ra/': 'Tôi chưa thấy tiền về' });
  await phone.tap('button', 'Gửi khiếu nại');
  await phone.arrive('/m/customer/ticket/.*');
  await phone.see('Tôi chưa thấy tiền về');
  await phone.until('the picture comes back', () => phone.ask('Array.from(__hand.front().querySelectorAll("img")).some(function (image) { return image.naturalWidth > 0; }) || "no picture"'));
}
