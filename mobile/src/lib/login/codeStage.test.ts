import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/error';
import { afterSending, refusalOf, type CodeStage } from './codeStage';
import { startTexts } from '@/i18n';

const closed: CodeStage = { at: 'closed' };
const image: CodeStage = { at: 'image', round: 2, words: '' };
const sent = { smsPhone: '09****5678', resendSeconds: 120, expiresSeconds: 300, codeLength: 4 };
const after = (before: CodeStage, failed: ApiError) => afterSending(before, { failed }, 4);

describe('afterSending', () => {
  // spec: 4.sms-dialog-opens
  it('opens the SMS dialog with the resend delay of the server', () => {
    expect(afterSending(image, { sent }, 4).stage).toEqual({
      at: 'sms', smsPhone: '09****5678', codeLength: 4, validMinutes: 5, waitSeconds: 120, words: '', sendings: 1,
    });
  });

  it('counts the requests, so that a new code clears the input', () => {
    const first = afterSending(closed, { sent }, 4).stage;
    expect(afterSending(first, { sent }, 4).stage).toMatchObject({ at: 'sms', sendings: 2 });
  });

  it('opens the image popup without an error message the first time', () => {
    expect(after(closed, new ApiError(1000105, 'needed', 422)).stage).toEqual({ at: 'image', round: 0, words: '' });
  });

  // spec: 8.1000105
  it('keeps the image popup open on 1000105, with a message and a new image', () => {
    expect(after(image, new ApiError(1000105, 'wrong', 422)).stage).toEqual({ at: 'image', round: 3, words: 'wrong' });
  });

  // spec: 8.1000105-other
  it('opens the SMS dialog on 1000105 with smsPhone, because a code is being sent', () => {
    const { stage } = after(image, new ApiError(1000105, 'wrong', 422, { smsPhone: '09****5678' }));
    expect(stage).toMatchObject({ at: 'sms', smsPhone: '09****5678', words: 'wrong' });
  });

  it('updates the open SMS dialog if a code is being sent to another number', () => {
    const open = afterSending(closed, { sent }, 4).stage;
    const { stage } = after(open, new ApiError(1000105, 'wrong', 422, { smsPhone: '08****4321', retryAfter: 30 }));
    expect(stage).toMatchObject({ at: 'sms', smsPhone: '08****4321', waitSeconds: 30, sendings: 2 });
  });

  it('opens the SMS dialog with the retryAfter of the server if it is too soon for another code', () => {
    const { stage } = after(closed, new ApiError(20204, 'too soon', 429, { retryAfter: 42 }));
    expect(stage).toMatchObject({ at: 'sms', words: 'too soon', waitSeconds: 42 });
  });

  it('opens no dialog for a code that another device has requested', () => {
    expect(after(image, new ApiError(20229, 'in 98 seconds', 409, { retryAfter: 98 }))).toEqual({ stage: closed, phoneWords: 'in 98 seconds' });
  });

  it('opens the SMS dialog with a message and a delay if it is unknown whether a code was sent', () => {
    const { stage } = after(image, new ApiError(20228, 'not known', 503, { retryAfter: 120 }));
    expect(stage).toMatchObject({ at: 'sms', smsPhone: '', words: 'not known', waitSeconds: 120 });
  });

  // spec: 8.1000105-other
  it('closes the popup and shows a message about the number at its field', () => {
    expect(after(image, new ApiError(10002, 'no such number', 400))).toEqual({ stage: closed, phoneWords: 'no such number' });
  });

  // spec: 8.1000105-other
  it('closes the popup and opens the SMS dialog with the message of any other rejection', () => {
    expect(after(image, new ApiError(10051, 'refused', 422)).stage).toMatchObject({ at: 'sms', smsPhone: '', words: 'refused' });
  });

  it('keeps the stage and shows a toast if no final response arrived', () => {
    expect(after(image, new ApiError('F0000', 'busy', 0))).toEqual({ stage: image, toastWords: 'busy' });
    expect(after(closed, new ApiError(10051, 'busy', 500))).toEqual({ stage: closed, toastWords: 'busy' });
  });

  // spec: 9.sms-resend-120
  it('waits 120 seconds if the server gives no delay', () => {
    expect(after(closed, new ApiError(20204, 'too soon', 429)).stage).toMatchObject({ at: 'sms', waitSeconds: 120 });
  });

  it('shows a rejected resend in the open SMS dialog', () => {
    const open = afterSending(closed, { sent }, 4).stage;
    expect(after(open, new ApiError(20210, 'refused', 422)).stage).toMatchObject({ at: 'sms', words: 'refused', smsPhone: '09****5678' });
  });
});

describe('refusalOf', () => {
  const refused = (fields?: Record<string, string>, msg = 'Một vài thông tin cần sửa lại.') => refusalOf(new ApiError(10001, msg, 400, fields ? { fields } : {}));

  it('returns the message for the code, otherwise the general one', () => {
    expect(refused({ smsCode: 'Mã gồm 4 hoặc 6 số.' }).words).toBe('Mã gồm 4 hoặc 6 số.');
    expect(refused().words).toBe('Một vài thông tin cần sửa lại.');
    expect(refused({ other: 'x' }).words).toBe('Một vài thông tin cần sửa lại.');
  });

  it('keeps the code only if no final response arrived', () => {
    expect(refused().keep).toBe(false);
    expect(refusalOf(new ApiError('F0000', 'busy', 0)).keep).toBe(true);
  });

  // spec: 5.dialog-default
  it.each([['vi', 'Dữ liệu chưa đúng.'], ['en', 'Invalid data.'], ['th', 'ข้อมูลไม่ถูกต้อง'], ['cn', '数据有误。']] as const)('returns the default message about invalid data in %s', async (language, words) => {
    await startTexts(language);
    expect(refused(undefined, '').words).toBe(words);
    expect(refused({ smsCode: '' }, '').words).toBe(words);
  });
});
