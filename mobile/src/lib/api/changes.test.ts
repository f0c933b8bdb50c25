import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { changed, changedBy, readingPaths } from './changes';
import { isIdempotent, type ApiPath } from './contract';

/** The operations of the contract that take JSON. */
const calls = Array.from(
  readFileSync('../shared-types/openapi.yaml', 'utf8').matchAll(/^ {2}\/app\/(\S+):\n {4}post:\n((?: {6}.*\n)*)/gm),
  ([, path, operation]) => ({ path: path as ApiPath, json: operation!.includes('application/json:\n') && operation!.includes('requestBody:') && !operation!.includes('multipart') }),
).filter(({ json }) => json).map(({ path }) => path);

it('every call of the contract is a reading call or has an entry in changed', () => {
  expect(calls.length).toBeGreaterThan(70);
  expect([...Object.keys(changed), ...readingPaths].sort()).toEqual(calls.sort());
});

it('no call with an Idempotency-Key is a reading call', () => {
  expect(readingPaths.filter(isIdempotent)).toEqual([]);
});

it('calls that change a loan or an order reload orders and products', () => {
  for (const path of ['repay/extend', 'order/confirm', 'order/cancel', 'loan/apply'] as const) expect(changedBy(path)).toEqual(expect.arrayContaining(['order/list', 'order/detail', 'loan/list']));
});
