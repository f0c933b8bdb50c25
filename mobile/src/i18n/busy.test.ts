import { phrases as cn } from '@loanmarket/shared-types/phrases/cn';
import { phrases as en } from '@loanmarket/shared-types/phrases/en';
import { phrases as th } from '@loanmarket/shared-types/phrases/th';
import { phrases as vi } from '@loanmarket/shared-types/phrases/vi';
import { expect, it } from 'vitest';
import cnCommon from './cn/common';
import cnLanding from './cn/landing';
import enCommon from './en/common';
import enLanding from './en/landing';
import thCommon from './th/common';
import thLanding from './th/landing';
import viCommon from './vi/common';
import viLanding from './vi/landing';

// spec: 8.f0000, 8.f0001
it.each([
  ['vi', viCommon, viLanding, vi, 'Xin lỗi, hệ thống hơi bận, bạn thử lại sau nhé({{code}})'],
  ['en', enCommon, enLanding, en, 'Sorry, the system is a bit busy, try again later({{code}})'],
  ['th', thCommon, thLanding, th, 'ขออภัย ระบบไม่ว่างชั่วคราว กรุณาลองใหม่ภายหลัง({{code}})'],
  ['cn', cnCommon, cnLanding, cn, '抱歉，系统有点繁忙，请稍后再试（{{code}}）'],
])('the busy message is the same in the app, on the landing page and on the server, in %s', (_, common, landing, phrases, says) => {
  expect(common.failure.busy).toBe(says);
  expect(landing.script.busy).toBe(says);
  for (const code of ['F0000', 'F0001'] as const) expect(phrases[code]).toBe(says.replace('{{code}}', code));
});
