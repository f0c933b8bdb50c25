import { expect, it } from 'vitest';
import { loadTexts, setLanguage, startTexts, text } from '@/i18n';

// spec: 8.page-403, 8.page-404, 8.page-suspended, 8.page-not-eligible, 8.1000209
it.each([
  ['en', 'Use a mobile phone', 'This page does not exist', 'Product suspended', 'You are not eligible for this product', 'You cannot apply again today'],
  ['th', 'กรุณาใช้โทรศัพท์มือถือ', 'ไม่มีหน้านี้', 'ผลิตภัณฑ์หยุดให้บริการชั่วคราว', 'คุณยังไม่มีสิทธิ์สำหรับผลิตภัณฑ์นี้', 'วันนี้คุณยื่นกู้เพิ่มไม่ได้แล้ว'],
  ['cn', '请使用手机访问', '页面不存在', '产品已暂停', '您暂不符合该产品的申请条件', '今日无法再申请'],
  ['vi', 'Hãy dùng điện thoại', 'Trang không tồn tại', 'Gói vay tạm ngừng', 'Bạn chưa đủ điều kiện cho gói vay này', 'Hôm nay bạn không thể đăng ký thêm'],
] as const)('the error pages and the daily limit have their texts in %s', async (language, ...says) => {
  await startTexts('vi');
  await setLanguage(language);
  await loadTexts('common');
  expect([text('common:page.phoneTitle'), text('common:page.notFoundTitle'), text('common:page.sorryTitle'), text('common:page.notEligible'), text('common:failure.dailyLimit')]).toEqual(says);
});
