import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Alerts } from './Alerts';
import { showAlert } from './alerts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** What lies over the page and says nothing. */
const cover = () => document.querySelector('body > [aria-hidden]');

it('keeps the second tap of two from the page below an alert that was answered', async () => {
  render(<Alerts />);
  const answers: boolean[] = [];
  act(() => void showAlert({ track: 'logOut', title: 'Log out?', confirm: 'Yes', cancel: 'No' }).then((answer) => answers.push(answer)));
  fireEvent.click(screen.getByText('Yes'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(cover()).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(299));
  expect(cover()).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(cover()).toBeNull();
  expect(answers).toEqual([true]);
});

it('one that waits comes in the place of the one before', async () => {
  render(<Alerts />);
  act(() => {
    void showAlert({ track: 'first', title: 'First' });
    void showAlert({ track: 'second', title: 'Second' });
  });
  fireEvent.click(screen.getByRole('button'));
  expect(screen.getByRole('alertdialog', { name: 'Second' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
