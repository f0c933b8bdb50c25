import { afterEach, expect, it, vi } from 'vitest';
import { api } from './client';
import { localKeys } from '@/base/storage/local';

afterEach(() => vi.unstubAllGlobals());

it('an attempt keeps its key while the server is still processing an earlier request with it', async () => {
  const keys: unknown[] = [];
  const answers = [
    new Response(JSON.stringify({ success: false, msg: 'Vui lòng đợi một chút.', errorCode: 20123, data: { reason: 'idempotency_in_progress' } }), { status: 409, headers: { 'Retry-After': '1' } }),
    new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { orderId: '1' } })),
  ];
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['Idempotency-Key']);
    return answers.shift();
  });
  const apply = () => api('loan/apply', { loanId: 'a' } as never, { toast: false });
  await expect(apply()).rejects.toMatchObject({ final: false, status: 409 });
  await apply();
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(localKeys('attempt:')).toEqual([]);
});
