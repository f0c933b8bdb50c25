import { expect, it } from 'vitest';

it('an address that cannot be read is a page that does not exist, and does not keep the app from starting', async () => {
  window.history.replaceState(null, '', '/m/order/detail/%E0?orderId=1');
  const { history } = await import('./history');
  expect(history.location.pathname).toBe('/404');
  expect(window.location.pathname).toBe('/404');
});
