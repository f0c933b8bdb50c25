import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveOrShare } from './saveOrShare';
import { toastList } from './overlay/toasts';
import { startTexts } from '@/i18n';
import { ApiError } from '@/lib/api';
import { shareFile } from '@/lib/shareFile';

const said = () => toastList.current().map(({ message }) => message);
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

describe('sharing and saving', () => {
  it.each<[string, Partial<Navigator>]>([
    ['has nothing to share with', {}],
    ['takes no such file', { canShare: () => false }],
    ['does not want to', { canShare: () => true, share: () => Promise.reject(new DOMException('', 'NotAllowedError')) }],
  ])('says so where the phone %s', async (_, how) => {
    await share(how);
    expect(said()).toEqual(['Chưa lưu hoặc gửi đi được. Hãy thử lại, hoặc chụp màn hình.']);
  });

  it('is quiet where it worked, and where the borrower closed the sheet', async () => {
    await share({ canShare: () => true, share: () => Promise.resolve() });
    await share({ canShare: () => true, share: () => Promise.reject(new DOMException('', 'AbortError')) });
    expect(said()).toEqual([]);
  });

  it("says the server's words of what it refused", async () => {
    await saveOrShare(() => Promise.reject(new ApiError(10041, 'Không có dữ liệu.', 404)));
    expect(said()).toEqual(['Không có dữ liệu.']);
  });
});
