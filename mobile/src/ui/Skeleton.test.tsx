import { act, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SkeletonLine, FormSkeleton, ListSkeleton, PageSkeleton, ReceiptSkeleton, Skeleton } from './Skeleton';
import { renderPage } from '@/test/page';

afterEach(() => void vi.useRealTimers());

const busy = () => document.querySelectorAll('[aria-busy="true"]');

describe('skeleton', () => {
  it.each<[string, ReactElement]>([
    ['a block', <Skeleton height={5} />],
    ['a list', <ListSkeleton count={3} />],
    ['a receipt', <ReceiptSkeleton lines={4} />],
    ['a form', <FormSkeleton fields={2} />],
    ['a page', <PageSkeleton />],
  ])('%s is one busy element, with the loading text outside of it', async (_, skeleton) => {
    await renderPage(skeleton, '/');
    expect(busy()).toHaveLength(1);
    const words = screen.getByRole('status');
    expect(words.textContent).toBe('Đang tải');
    // Screen readers may skip a busy element until it is ready, so the text must be outside it.
    expect(busy()[0]!.contains(words)).toBe(false);
    expect(busy()[0]!.textContent).toBe('');
    const lines = Array.from(busy()[0]!.querySelectorAll('span'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every((line) => line.getAttribute('aria-hidden') === 'true')).toBe(true);
  });

  it('shows a visible text once loading takes long, and not before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await renderPage(<ListSkeleton />, '/');
    const words = screen.getByRole('status');
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect([words.textContent, words.className]).toEqual(['Đang tải', 'unseen']);
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(words.textContent).toMatch(/^Đang lâu hơn thường lệ/);
    expect(words.className).not.toContain('unseen');
  });

  it('a skeleton line is silent for screen readers, since the element around it announces the loading', async () => {
    await renderPage(<SkeletonLine />, '/');
    expect(busy()).toHaveLength(0);
    expect(screen.queryByRole('status')).toBeNull();
  });
});
