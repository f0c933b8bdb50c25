import { render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MoneyFigure } from './MoneyFigure';

/** Mocks the width of the line, and the width of the amount at its full size. */
function setWidths(line: number, amount: number): void {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(line);
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(amount);
}

const card = (amount: number) => (
  <div style={{ padding: '0 10px' }}>
    <MoneyFigure amount={amount} currency="VND" size={40} />
  </div>
);
const fit = (container: Element) => container.querySelector<HTMLElement>('div > span')!.style.getPropertyValue('--fit');

afterEach(() => vi.restoreAllMocks());

it('shrinks an amount that is too wide for its line, and otherwise keeps its size', () => {
  setWidths(320, 400);
  const { container, rerender } = render(card(12_000_000));
  expect(fit(container)).toBe('0.75');
  setWidths(320, 300);
  rerender(card(2_000));
  expect(fit(container)).toBe('');
});

it('keeps its size on a page in the background, which has no layout', () => {
  setWidths(320, 400);
  const { container, rerender } = render(card(12_000_000));
  setWidths(0, 0);
  rerender(card(13_000_000));
  expect(fit(container)).toBe('0.75');
});

it('resizes only in the frame after a ResizeObserver callback, since browsers report a change within it as an error', async () => {
  let told = () => {};
  vi.stubGlobal('ResizeObserver', class { constructor(tell: () => void) { told = tell; } observe() {} disconnect() {} });
  setWidths(320, 300);
  const { container } = render(card(12_000_000));
  setWidths(240, 300);
  told();
  expect(fit(container)).toBe('');
  await vi.waitFor(() => expect(fit(container)).toBe('0.73'));
  vi.unstubAllGlobals();
});
