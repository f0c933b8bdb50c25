import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Overlay } from './Overlay';

/** Presses the tab key on an element. Returns whether the browser would move the focus itself. */
const tab = (element: HTMLElement, shiftKey = false) => {
  element.focus();
  return fireEvent.keyDown(element, { key: 'Tab', shiftKey });
};

it('the tab key does not leave an overlay behind the only tab stop of its list', () => {
  render(
    <Overlay open label="banks" shape="sheet">
      <button type="button">close</button>
      <ul role="listbox">
        {['one', 'two', 'three'].map((bank, index) => (
          <li key={bank} role="presentation">
            <button type="button" role="option" aria-selected={false} tabIndex={index === 1 ? 0 : -1}>{bank}</button>
          </li>
        ))}
      </ul>
    </Overlay>,
  );
  expect(tab(screen.getByText('two'))).toBe(false);
  expect(document.activeElement).toBe(screen.getByText('close'));
  expect(tab(screen.getByText('close'), true)).toBe(false);
  expect(document.activeElement).toBe(screen.getByText('two'));
});

it('the tab key does not leave an overlay behind the chosen one of its radio buttons', () => {
  render(
    <Overlay open label="period" shape="sheet">
      <button type="button">close</button>
      <input type="radio" name="period" aria-label="month" defaultChecked />
      <input type="radio" name="period" aria-label="year" />
    </Overlay>,
  );
  expect(tab(screen.getByLabelText('month'))).toBe(false);
  expect(document.activeElement).toBe(screen.getByText('close'));
  expect(tab(screen.getByText('close'), true)).toBe(false);
  expect(document.activeElement).toBe(screen.getByLabelText('month'));
});
