import { phrases as cn } from '@loanmarket/shared-types/phrases/cn';
import { phrases as en } from '@loanmarket/shared-types/phrases/en';
import { phrases as th } from '@loanmarket/shared-types/phrases/th';
import { phrases as vi } from '@loanmarket/shared-types/phrases/vi';
import { expect, it } from 'vitest';
import cnCommon from './cn/common';
import cnLand from './cn/land';
import enCommon from './en/common';
import enLand from './en/land';
import thCommon from './th/common';
import thLand from './th/land';
import viCommon from './vi/common';
import viLand from './vi/land';

// spec: 8.f0000, 8.f0001
it.each([
  ['vi', viCommon, viLand, vi, 'Xin lỗi, hệ thống hơi bận, bạn thử lại sau nhé({{code}})'],
  ['en', enCommon, enLand, en, 'Sorry, the system is a bit busy, try again later({{code}})'],
  ['th', thCommon, thLand, th, 'ขออภัย ระบบไม่ว่างชั่วคราว โปรดลองใหม่ภายหลัง({{code}})'],
  ['cn', cnCommon, cnLand, cn, '抱歉，系统有点繁忙，请稍后再试（{{code}}）'],
])('that the system is busy is said in the same words everywhere, in %s', (_, common, land, phrases, says) => {
  expect(common.failure.busy).toBe(says);
  expect(land.script.busy).toBe(says);
  for (const code of ['F0000', 'F0001'] as const) expect(phrases[code]).toBe(says.replace('{{code}}', code));
});
