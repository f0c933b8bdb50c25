import { expect, it } from 'vitest';

it('a malformed URL opens /404 and does not prevent the app from starting', async () => {
  window.history.replaceState(null, '', '/m/order/detail/%E0?orderId=1');
  const { history } = await import('./history');
  expect(history.location.pathname).toBe('/404');
  expect(window.location.pathname).toBe('/404');
});
