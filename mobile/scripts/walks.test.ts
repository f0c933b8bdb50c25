// @vitest-environment node
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import config from '../e2e/playwright.config.ts';

const walks = readdirSync(fileURLToPath(new URL('../e2e', import.meta.url))).filter((file) => file.endsWith('.spec.ts'));
const matches = (patterns: unknown, file: string) => [patterns ?? []].flat().some((pattern) => pattern === `**/${file}` || pattern === '*.spec.ts');

it('the longest walks start first, and every walk runs exactly once', () => {
  const projects = (config.projects ?? []).map(({ testMatch, testIgnore }) => walks.filter((file) => matches(testMatch, file) && !matches(testIgnore, file)));
  expect(projects.slice(0, -1)).toEqual([['screens.spec.ts'], ['lossyNetwork.spec.ts'], ['lossyNetworkLoan.spec.ts'], ['monkey.spec.ts']]);
  expect(projects.flat().sort()).toEqual([...walks].sort());
});
