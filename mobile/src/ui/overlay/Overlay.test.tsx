import { act, fireEvent, render, screen } from '@testing-library/react';
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

const slideOut = () => act(() => void vi.advanceTimersByTime(500));

describe('focus of an overlay', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('returns to the element that had it before the overlay opened', () => {
    const { rerender } = render(two(false, false));
    screen.getByText('page').focus();
    rerender(two(false, true));
    expect(document.activeElement).toBe(screen.getByLabelText('digits'));
    rerender(two(false, false));
    slideOut();
    expect(document.activeElement).toBe(screen.getByText('page'));
  });

  it('stays in an overlay that opened while another was closing', () => {
    const { rerender } = render(two(false, false));
    screen.getByText('page').focus();
    rerender(two(true, false));
    rerender(two(false, true));
    expect(document.activeElement).toBe(screen.getByLabelText('digits'));
    slideOut();
    expect(document.activeElement).toBe(screen.getByLabelText('digits'));
  });

  it('stays in the overlay when the focused element is replaced by the next step', () => {
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

describe('tap while an overlay slides in', () => {
  const sheet = (onPress: (what: string) => void) => (
    <Overlay open label="languages" shape="sheet">
      <button type="button" onClick={() => onPress('close')}>close</button>
      <button type="button" onClick={() => onPress('option')}>option</button>
    </Overlay>
  );

  it('counts for the element that was touched first, wherever the finger is lifted', () => {
    const pressed = vi.fn();
    render(sheet(pressed));
    const close = screen.getByText('close');
    fireEvent.touchStart(close);
    // Browsers dispatch mouse events after a touch.
    fireEvent.mouseDown(screen.getByText('option'));
    fireEvent.click(screen.getByText('option'));
    fireEvent.mouseDown(close);
    fireEvent.click(screen.getByRole('dialog'));
    expect(pressed.mock.calls).toEqual([['close'], ['close']]);
  });

  it('counts for the element under the finger once the overlay is open', () => {
    const pressed = vi.fn();
    render(sheet(pressed));
    fireEvent.animationEnd(screen.getByRole('dialog'));
    fireEvent.mouseDown(screen.getByText('close'));
    fireEvent.click(screen.getByRole('dialog'));
    fireEvent.click(screen.getByText('option'));
    expect(pressed.mock.calls).toEqual([['option']]);
  });

  it('counts for the element under the finger after a timeout if no animation ends', () => {
    vi.useFakeTimers();
    const pressed = vi.fn();
    render(sheet(pressed));
    act(() => void vi.advanceTimersByTime(1000));
    fireEvent.mouseDown(screen.getByText('close'));
    fireEvent.click(screen.getByRole('dialog'));
    expect(pressed).not.toHaveBeenCalled();
    vi.useRealTimers();
  });
});
