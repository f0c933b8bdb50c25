import { describe, expect, it, vi } from 'vitest';
import { linkGroups } from './links';
import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';

const page = lazyPage([], async () => ({ default: () => null }));
const row = (path: string, auth = false): RouteDefinition => ({ path, page, title: 'common:app.name', auth });
const table = [row('/m/privacy'), row('/m/terms'), row('/m/bankCard', true), row('/m/login'), row('/m/favorite')];
const paths = (loggedIn: boolean) => linkGroups(table, loggedIn).map(({ title, routes }) => [title, ...routes.map(({ path }) => path)]);

describe('linkGroups', () => {
  it('shows a borrower the existing pages, in display order', () => {
    expect(paths(true)).toEqual([
      ['mine.links', '/m/bankCard'],
      ['mine.about', '/m/terms', '/m/privacy', '/m/favorite'],
    ]);
  });

  it('shows a visitor only the pages that need no login, and no empty group', () => {
    expect(paths(false)).toEqual([['mine.about', '/m/terms', '/m/privacy', '/m/favorite']]);
  });

  it('hides the guide for saving the address on the home screen in a native app', () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('LoanMarketApp');
    expect(paths(false)).toEqual([['mine.about', '/m/terms', '/m/privacy']]);
  });
});
