import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Alerts } from './Alerts';
import { showAlert } from './alerts';

it('tells what was answered, and is gone', async () => {
  render(<Alerts />);
  const answers: boolean[] = [];
  act(() => void showAlert({ track: 'logOut', title: 'Log out?', confirm: 'Yes', cancel: 'No' }).then((answer) => answers.push(answer)));
  await act(async () => void fireEvent.click(screen.getByText('Yes')));
  expect(screen.queryByRole('alertdialog')).toBeNull();
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
