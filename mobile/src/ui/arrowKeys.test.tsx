import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { arrowKeys } from './arrowKeys';

const pressed = vi.fn();

function Tabs({ chosen }: { chosen: boolean }) {
  return (
    <div role="tablist" tabIndex={-1} onKeyDown={arrowKeys('tab', chosen)}>
      {['a', 'b', 'c', 'd'].map((name) => (
        <button key={name} role="tab" disabled={name === 'c'} onClick={() => pressed(name)}>
          {name}
        </button>
      ))}
    </div>
  );
}
const focused = () => document.activeElement!.textContent;
const key = (name: string) => fireEvent.keyDown(document.activeElement!, { key: name });

describe('arrow keys', () => {
  it('move to the next control and around, past disabled ones, and to the first and last', () => {
    render(<Tabs chosen={false} />);
    screen.getByText('a').focus();
    const went = ['ArrowRight', 'ArrowDown', 'ArrowRight', 'ArrowLeft', 'Home', 'End', 'Enter'].map((name) => (key(name), focused()));
    expect(went).toEqual(['b', 'd', 'a', 'd', 'a', 'd', 'd']);
    expect(pressed).not.toHaveBeenCalled();
  });

  it('press the tab that they move to', () => {
    render(<Tabs chosen />);
    screen.getByText('a').focus();
    key('ArrowRight');
    expect(pressed.mock.calls).toEqual([['b']]);
  });
});
