import { act, screen } from '@testing-library/react';
import { createMemoryHistory } from 'history';
import { Router } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Tracking } from './Tracking';
import { channelField } from '@/lib/channel';
import { flush } from '@/lib/tracking';
import { renderInVietnam } from '@/test/render';
import { Button } from '@/ui/Button';
import { showAlert } from '@/ui/overlay/alerts';
import { Alerts } from '@/ui/overlay/Alerts';
import { Sheet } from '@/ui/overlay/Sheet';

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
it.each(['?channel=fb-1', '?cc=fb-1', '?isNewMember=1&cc=fb-1'])('stores the channel code from %s for the login, and requests the channel', async (search) => {
  window.history.replaceState(null, '', `/m/home${search}`);
  await renderInVietnam(
    <Router history={createMemoryHistory({ initialEntries: [`/m/home${search}`] })}>
      <Tracking />
    </Router>,
  );
  expect(channelField()).toEqual({ channelCode: 'fb-1' });
  await vi.waitFor(() => expect(asked).toContainEqual(['/app/channel/queryByCode', { code: 'fb-1' }]));
});

// spec: 7.data-record
it('records a press of every kind of button under its own name', async () => {
  window.history.replaceState(null, '', '/m/order/detail/4711');
  await renderInVietnam(
    <Router history={createMemoryHistory({ initialEntries: ['/m/order/detail/4711'] })}>
      <Tracking />
      <Button track="pay">Trả</Button>
      <Button track="extend" look="quiet">Gia hạn</Button>
      <Button track="cancelLoan" look="danger">Hủy</Button>
      <Button track="seeCosts" look="text">Chi phí</Button>
      <Sheet track="contract" open onClose={() => undefined} title="Hợp đồng">Nội dung</Sheet>
      <Alerts />
    </Router>,
  );
  const press = async (name: string) => act(async () => screen.getByRole('button', { name }).click());
  for (const name of ['Trả', 'Gia hạn', 'Hủy', 'Chi phí', 'Đóng']) await press(name);
  for (const [name, confirmed] of [['Có', true], ['Không', false]] as const) {
    let answer: boolean | undefined;
    await act(async () => void showAlert({ track: 'logOut', title: 'Đăng xuất?', confirm: 'Có', cancel: 'Không' }).then((given) => (answer = given)));
    await press(name);
    expect(answer).toBe(confirmed);
  }
  flush();
  const sent = asked.flatMap(([, body]) => (body as { records?: { pageId: string; buttonId: string }[] }).records ?? []);
  expect(sent.filter(({ buttonId }) => buttonId)).toEqual(
    ['pay', 'extend', 'cancelLoan', 'seeCosts', 'contractClose', 'logOutConfirm', 'logOutCancel'].map((buttonId) => ({ pageId: '/m/order/detail/:loanId', buttonId })),
  );
});
