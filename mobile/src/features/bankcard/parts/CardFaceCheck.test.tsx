import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it, vi } from 'vitest';

const check = vi.hoisted(() => ({ ended: 0 }));
vi.mock('@/shared/face/parts/Journey', () => ({
  Journey: () => {
    useEffect(() => () => void (check.ended += 1), []);
    return <p>the check is running</p>;
  },
}));
vi.mock('@/lib/deviceKey/deviceKey', () => ({ canHaveKey: () => true, findKey: async () => ({ id: 'k' }) }));
import { CardFaceCheck } from './CardFaceCheck';
import { renderPage, serve } from '@/test/page';

const status = { offered: true, ready: true, useSms: false, enrolment: 'active', obstacle: '', consentGiven: true, consentVersion: '1', retentionDays: 1, deviceKey: 'k', endedFor: '' };

it('keeps a running check when its status cannot be refetched', async () => {
  serve({ 'member/face': status });
  await renderPage(<CardFaceCheck onDone={() => undefined} />, '/', 'face', 'bankcard');
  await screen.findByText('the check is running');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  serve({});
  // The page becomes visible again, as after the camera prompt or a look at the notifications.
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
  await act(async () => new Promise((resolve) => setTimeout(resolve, 300)));
  screen.getByText('the check is running');
  expect(check.ended).toBe(0);
});
