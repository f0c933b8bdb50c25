import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Overlay } from './Overlay';

const two = (first: boolean, second: boolean) => (
  <>
    <button type="button">page</button>
    <Overlay open={first} label="contract" shape="sheet">
      <button type="button">read</button>
    </Overlay>
    <Overlay open={second} label="code" shape="sheet">
      <input aria-label="digits" data-focus />
    </Overlay>
  </>
);

const slideOut = () => act(() => vi.advanceTimersByTime(500));

describe('the focus of an overlay', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('goes back to where it was when the overlay has closed', () => {
    const { rerender } = render(two(false, false));
    screen.getByText('page').focus();
    rerender(two(false, true));
    expect(document.activeElement).toBe(screen.getByLabelText('digits'));
    rerender(two(false, false));
    slideOut();
    expect(document.activeElement).toBe(screen.getByText('page'));
  });

  it('stays in the overlay that opened while another was closing', () => {
    const { rerender } = render(two(false, false));
    screen.getByText('page').focus();
    rerender(two(true, false));
    rerender(two(false, true));
    expect(document.activeElement).toBe(screen.getByLabelText('digits'));
    slideOut();
    expect(document.activeElement).toBe(screen.getByLabelText('digits'));
  });

  it('stays in the overlay when what had it makes room for the next step', () => {
    const list = (level: string) => (
      <Overlay open label={level} shape="sheet">
        <button key={level} type="button">{`one ${level}`}</button>
      </Overlay>
    );
    const { rerender } = render(list('province'));
    screen.getByText('one province').focus();
    rerender(list('ward'));
    expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'ward' }));
  });
});
