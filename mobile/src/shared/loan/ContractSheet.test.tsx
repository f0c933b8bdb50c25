import type { ContractData } from '@loanmarket/shared-types/api';
import type { UseQueryResult } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ContractSheet } from './ContractSheet';
import { renderPage } from '@/test/page';

/** The callbacks of the observers; the latest is last. */
let callbacks: ((seen: { isIntersecting: boolean }[]) => void)[] = [];
const scrollToEnd = () => act(async () => callbacks[callbacks.length - 1]!([{ isIntersecting: true }]));

beforeEach(() => {
  callbacks = [];
  vi.stubGlobal('IntersectionObserver', class {
    constructor(seen: (typeof callbacks)[number]) {
      callbacks.push(seen);
    }
    observe() {}
    disconnect() {}
  });
});
afterEach(() => vi.unstubAllGlobals());

const contract = (hash: string) =>
  ({ data: { title: 'Hợp đồng vay', hash, version: '1', sections: [{ title: 'Phí', paragraphs: [`Text ${hash}`] }] }, error: null }) as unknown as UseQueryResult<ContractData, Error>;

let replaceContract: (hash: string) => void;
const accepted = vi.fn();
function Reader() {
  const [hash, setHash] = useState('one');
  replaceContract = setHash;
  return <ContractSheet open contract={contract(hash)} onClose={() => undefined} onAccept={({ hash: read }) => accepted(read)} />;
}

it('an agreement that replaces the one that was read must be read from its beginning before it can be accepted', async () => {
  await renderPage(<Reader />, '/', 'loan');
  const accept = () => screen.queryByRole('button', { name: 'Tôi đã đọc và đồng ý' });
  expect(accept()).toBeNull();
  await scrollToEnd();
  expect(accept()).not.toBeNull();
  const panel = screen.getByRole('dialog');
  panel.scrollTop = 500;
  await act(async () => replaceContract('another'));
  screen.getByText('Text another');
  expect(accept()).toBeNull();
  expect(panel.scrollTop).toBe(0);
  await scrollToEnd();
  await act(async () => accept()!.click());
  expect(accepted.mock.calls).toEqual([['another']]);
});
