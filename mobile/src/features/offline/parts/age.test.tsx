import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noticed, emptySeen, type Seen } from '../seen';
import { LastSeenView } from './LastSeenView';
import { running } from '@/test/data/order';
import { renderInVietnam } from '@/test/render';

const kept = vi.hoisted(() => ({ seen: {} as Seen }));
vi.mock('../lastSeen', () => ({ lastSeen: () => Promise.resolve(kept.seen) }));

afterEach(() => vi.useRealTimers());

it('the age of what was seen last grows while the page stays open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  kept.seen = noticed(emptySeen, 'order/list', { tab: 'running' }, { orders: [running], nextCursor: '' }, Date.now() - 5 * 60_000);
  await renderInVietnam(<LastSeenView />, 'offline');
  await screen.findByText(/5 phút trước/);
  await act(() => vi.advanceTimersByTimeAsync(3 * 3_600_000));
  expect(screen.queryByText(/phút trước/)).toBeNull();
  screen.getByText(/3 giờ trước/);
});
