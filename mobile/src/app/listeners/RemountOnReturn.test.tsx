import { RouteManagerContext } from '@ionic/react';
import { act, render } from '@testing-library/react';
import { createMemoryHistory } from 'history';
import type { ContextType } from 'react';
import { Router } from 'react-router';
import { expect, it, vi } from 'vitest';
import { RemountOnReturn } from './RemountOnReturn';

it('unmounts a page that is being removed when the user returns to it, and no other page', () => {
  const views: Record<string, { mount: boolean }> = { '/m/home': { mount: true }, '/m/terms': { mount: false } };
  const unMountViewItem = vi.fn();
  const outlet = { findViewItemByPathname: (pathname: string) => views[pathname], unMountViewItem } as unknown as ContextType<typeof RouteManagerContext>;
  const history = createMemoryHistory({ initialEntries: ['/m/home'] });
  render(
    <Router history={history}>
      <RouteManagerContext.Provider value={outlet}>
        <RemountOnReturn />
      </RouteManagerContext.Provider>
    </Router>,
  );
  act(() => history.push('/m/privacy'));
  expect(unMountViewItem).not.toHaveBeenCalled();
  act(() => history.push('/m/terms'));
  expect(unMountViewItem.mock.calls).toEqual([[views['/m/terms']]]);
});
