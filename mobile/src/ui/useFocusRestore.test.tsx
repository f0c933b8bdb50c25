import { act, render } from '@testing-library/react';
import { useRef } from 'react';
import { describe, expect, it } from 'vitest';
import { useFocusRestore } from './useFocusRestore';
import { OwnPageContext, type OwnPage } from '@/lib/nav/nav';

function Sheet({ heading, field, button }: { heading?: string; field?: boolean; button?: boolean }) {
  const main = useRef<HTMLElement>(null);
  useFocusRestore(main);
  return (
    <>
      {heading && <h1>{heading}</h1>}
      <main ref={main}>{field && <input ref={(input) => input?.focus()} />}</main>
      {button && <button type="button">Ask</button>}
    </>
  );
}

/** Renders a skeleton, focuses the element returned by `on`, and then replaces the skeleton with the page. */
function swap(on: ((page: HTMLElement) => HTMLElement) | null, page: { heading?: string; field?: boolean }): string | undefined {
  const own: OwnPage = { pathname: '/m/terms', later: null };
  const shown = (loaded: boolean) => (
    <div className="ion-page">
      <OwnPageContext.Provider value={own}>{loaded ? <Sheet key="page" {...page} /> : <Sheet key="skeleton" heading="Terms" button />}</OwnPageContext.Provider>
    </div>
  );
  const { container, rerender, unmount } = render(shown(false));
  const element = on?.(container);
  if (element) {
    element.tabIndex = -1;
    act(() => element.focus());
    expect(document.activeElement).toBe(element);
  }
  rerender(shown(true));
  const focused = document.activeElement?.tagName;
  unmount();
  return focused;
}

describe('focus of a page that replaces its skeleton', () => {
  it('stays on the heading, or moves to it from the text', () => {
    expect(swap((page) => page.querySelector('h1')!, { heading: 'Terms' })).toBe('H1');
    expect(swap((page) => page.querySelector('main')!, { heading: 'Terms' })).toBe('H1');
  });

  it('moves to the heading from a button that was removed', () => {
    expect(swap((page) => page.querySelector('button')!, { heading: 'Terms' })).toBe('H1');
  });

  it('moves to the text if there is no heading', () => {
    expect(swap((page) => page.querySelector('h1')!, {})).toBe('MAIN');
  });

  it('stays on a field that takes it, and is not moved if it was elsewhere', () => {
    expect(swap((page) => page.querySelector('h1')!, { heading: 'Terms', field: true })).toBe('INPUT');
    expect(swap(null, { heading: 'Terms' })).toBe('BODY');
  });
});
