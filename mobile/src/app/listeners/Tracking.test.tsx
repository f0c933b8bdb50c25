import { createMemoryHistory } from 'history';
import { Router } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Tracking } from './Tracking';
import { channelField } from '@/lib/channel';
import { renderInVietnam } from '@/test/render';

const asked: [string, unknown][] = [];

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    asked.push([url, JSON.parse(String(body))]);
    const data = { promotionPlatform: 'meta', pixelId: '12', requireSame: false, platformIdLimit: '', reportedScoreRange: '', accessToken: 'ours' };
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data }));
  });
});
afterEach(() => {
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

// spec: 9.channel-code-query, 7.channel-query
it.each(['?channel=fb-1', '?cc=fb-1', '?isNewMember=1&cc=fb-1'])('takes the channel code of home from %s, looks it up and gives it with the login', async (search) => {
  window.history.replaceState(null, '', `/m/home${search}`);
  await renderInVietnam(
    <Router history={createMemoryHistory({ initialEntries: [`/m/home${search}`] })}>
      <Tracking />
    </Router>,
  );
  expect(channelField()).toEqual({ channelCode: 'fb-1' });
  await vi.waitFor(() => expect(asked).toContainEqual(['/app/channel/queryByCode', { code: 'fb-1' }]));
});
