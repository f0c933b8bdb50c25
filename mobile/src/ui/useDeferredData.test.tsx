import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useDeferredData } from './useDeferredData';

it('returns known data after the first render, and newer data later', () => {
  const drawn: (string | undefined)[] = [];
  const { rerender } = renderHook(({ data }) => drawn.push(useDeferredData(data)), { initialProps: { data: 'known' } });
  expect(drawn[0]).toBeUndefined();
  expect(drawn.at(-1)).toBe('known');
  rerender({ data: 'newer' });
  expect(drawn.at(-1)).toBe('newer');
});
