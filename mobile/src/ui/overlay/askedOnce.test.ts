import { expect, it } from 'vitest';
import { alertList, showAlert } from './alerts';

it('a question that waits for its answer is not asked a second time', async () => {
  const words = { track: 'logOut', title: 'Đăng xuất?', message: 'Mọi thứ đã được lưu.' };
  const answers = [showAlert(words), showAlert(words)];
  expect(alertList.current()).toHaveLength(1);
  expect(await answers[1]).toBe(false);
  alertList.current()[0]!.answer(true);
  expect(await answers[0]).toBe(true);
  const again = showAlert(words);
  expect(alertList.current()).toHaveLength(1);
  alertList.current()[0]!.answer(false);
  expect(await again).toBe(false);
});
