import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveOrShare } from './saveOrShare';
import { toastList } from './overlay/toasts';
import { startTexts } from '@/i18n';
import { ApiError } from '@/lib/api';
import { shareFile } from '@/lib/shareFile';

const toasts = () => toastList.current().map(({ message }) => message);
const file = new Blob(['png'], { type: 'image/png' });
const share = (how: Partial<Navigator>) => {
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, ...how });
  return saveOrShare(() => shareFile(file, 'code.png'));
};

beforeAll(() => startTexts('vi'));
beforeEach(() => {
  toastList.current().forEach(({ id }) => toastList.remove(id));
  return () => vi.unstubAllGlobals();
});

describe('saveOrShare', () => {
  it.each<[string, Partial<Navigator>]>([
    ['has no share function', {}],
    ['cannot share such a file', { canShare: () => false }],
    ['refuses to share', { canShare: () => true, share: () => Promise.reject(new DOMException('', 'NotAllowedError')) }],
  ])('shows an error where the phone %s', async (_, how) => {
    await share(how);
    expect(toasts()).toEqual(['Chưa lưu hoặc gửi đi được. Hãy thử lại, hoặc chụp màn hình.']);
  });

  it('shows nothing after success, or if the borrower closed the share sheet', async () => {
    await share({ canShare: () => true, share: () => Promise.resolve() });
    await share({ canShare: () => true, share: () => Promise.reject(new DOMException('', 'AbortError')) });
    expect(toasts()).toEqual([]);
  });

  it("shows the server's message of a refusal", async () => {
    await saveOrShare(() => Promise.reject(new ApiError(10041, 'Không có dữ liệu.', 404)));
    expect(toasts()).toEqual(['Không có dữ liệu.']);
  });
});
