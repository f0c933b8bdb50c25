import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Alerts } from './Alerts';
import { showAlert } from './alerts';

it('resolves with the answer and closes', async () => {
  render(<Alerts />);
  const answers: boolean[] = [];
  act(() => void showAlert({ track: 'logOut', title: 'Log out?', confirm: 'Yes', cancel: 'No' }).then((answer) => answers.push(answer)));
  await act(async () => void fireEvent.click(screen.getByText('Yes')));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(answers).toEqual([true]);
});

it('shows a queued alert after the one before it', async () => {
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
