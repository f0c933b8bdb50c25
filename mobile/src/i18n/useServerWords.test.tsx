import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '.';
import { useServerWords } from './useServerWords';
import { renderInVietnam } from '@/test/render';

function Words({ reason }: { reason?: string }) {
  const [words, say] = useServerWords();
  return <button onClick={() => say('Lời của máy chủ', reason)}>{words || 'none'}</button>;
}

beforeEach(() => localStorage.clear());

describe('useServerWords', () => {
  it('shows the message of a known reason in the new language after a switch', async () => {
    await renderInVietnam(<Words reason="phone_invalid" />);
    act(() => screen.getByRole('button').click());
    expect(screen.getByText('Lời của máy chủ')).toBeTruthy();
    await act(() => setLanguage('en'));
    expect(await screen.findByText(/mobile number|phone number/i)).toBeTruthy();
  });

  it('removes a message without a reason after a switch of the language', async () => {
    await renderInVietnam(<Words />);
    act(() => screen.getByRole('button').click());
    await act(() => setLanguage('en'));
    expect(await screen.findByText('none')).toBeTruthy();
  });
});
