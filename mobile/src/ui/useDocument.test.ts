import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useDocument } from './saveOrShare';
import { startTexts } from '@/i18n';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a document is downloaded and saved once, however often its row is tapped, and beside another one', async () => {
  await startTexts('vi');
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url.replace(/.*\//, ''));
    return new Promise<Response>((resolve) => answers.push(() => resolve(new Response('%PDF', { headers: { 'Content-Type': 'application/pdf' } }))));
  });
  Object.assign(URL, { createObjectURL: () => 'blob:document', revokeObjectURL: () => undefined });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { result } = renderHook(() => useDocument());
  act(() => {
    void result.current.open('a', 'contract');
    void result.current.open('a', 'contract');
    void result.current.open('b', 'receipt');
  });
  expect(asked).toEqual(['a', 'b']);
  expect(result.current.busy).toBe(true);
  await act(async () => answers.forEach((answer) => answer()));
  await vi.waitFor(() => expect(saved.sort()).toEqual(['contract.pdf', 'receipt.pdf']));
  await vi.waitFor(() => expect(result.current.busy).toBe(false));
});
