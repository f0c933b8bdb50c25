import { afterEach, expect, it } from 'vitest';
import { queryClient } from './queryClient';
import { hasUnsaved, setUnsaved } from './unsaved';

afterEach(() => queryClient.clear());

it('nothing is unsaved once another borrower has logged in, as app/session.ts drops what was there', async () => {
  setUnsaved('message', { text: 'Phí này là gì?' });
  expect(hasUnsaved()).toBe(true);
  await queryClient.resetQueries();
  expect(hasUnsaved()).toBe(false);
});
