import { describe, expect, it } from 'vitest';
import { backoff } from './backoff';
import { open, read } from './envelope';
import { ApiError } from './error';

const refused = (retryAfter: number) => new ApiError(10050, '', 429, { retryAfter });
const many = (error?: unknown) => Array.from({ length: 500 }, () => backoff(1000, error));

describe('retry delay', () => {
  it('is spread randomly around the given delay', () => {
    const waits = many();
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(700);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1300);
    expect(new Set(waits).size).toBeGreaterThan(100);
  });

  it.each([1, 30])('is never shorter than the retryAfter of %s s', (seconds) => {
    expect(Math.min(...many(refused(seconds)))).toBeGreaterThanOrEqual(seconds * 1000);
  });
});

it('a Retry-After header in seconds is read as retryAfter, and one with a date is ignored', async () => {
  const head = (value: string) => ({ status: 503, headers: { 'Retry-After': value } });
  const words = JSON.stringify({ success: false, msg: '', errorCode: 10051, data: null });
  const opened = async (response: Response) => open(await read(response));
  await expect(opened(new Response(words, head('7')))).rejects.toMatchObject({ details: { retryAfter: 7 } });
  await expect(opened(new Response('<html>', head('7')))).rejects.toMatchObject({ code: 'F0001', details: { retryAfter: 7 } });
  await expect(opened(new Response(words, head('Wed, 21 Oct 2015 07:28:00 GMT')))).rejects.toMatchObject({ details: {} });
});
