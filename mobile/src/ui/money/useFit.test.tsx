import { render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MoneyFigure } from './MoneyFigure';

/** Mocks the width of the line, and the width of the amount at its full size. */
function lay(line: number, amount: number): void {
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

it('stands whole on a line that is too short for it, and at its own size where there is room', () => {
  lay(320, 400);
  const { container, rerender } = render(card(12_000_000));
  expect(fit(container)).toBe('0.75');
  lay(320, 300);
  rerender(card(2_000));
  expect(fit(container)).toBe('');
});

it('stays as it is on a page that lies behind, which is not laid out', () => {
  lay(320, 400);
  const { container, rerender } = render(card(12_000_000));
  lay(0, 0);
  rerender(card(13_000_000));
  expect(fit(container)).toBe('0.75');
});

it('changes nothing while the browser tells of sizes, which it would call an error, but in the frame after', async () => {
  let told = () => {};
  vi.stubGlobal('ResizeObserver', class { constructor(tell: () => void) { told = tell; } observe() {} disconnect() {} });
  lay(320, 300);
  const { container } = render(card(12_000_000));
  lay(240, 300);
  told();
  expect(fit(container)).toBe('');
  await vi.waitFor(() => expect(fit(container)).toBe('0.73'));
  vi.unstubAllGlobals();
});
