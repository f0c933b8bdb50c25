import { useEffect } from 'react';
import { matchPath } from 'react-router';
import { useRoutes } from './route';
import { queryClient } from '@/lib/queryClient';

/**
 * Preloads the code (some KB) of the page that this page's main action opens, once no other request is pending.
 * Otherwise, on a slow network, the user would wait for the code after the press, and only then for the page's data.
 * Null if the action opens no page.
 */
export function usePrefetchPage(path: string | null): void {
  const routes = useRoutes();
  const pathname = path?.replace(/\?.*/, '') ?? '';
  useEffect(() => {
    const page = routes.find(({ path }) => matchPath(pathname, { path, exact: true }))?.page;
    if (!page) return undefined;
    const fetchOnceFree = () => {
      if (queryClient.isFetching() > 0) return;
      stop();
      page.fetchAhead();
    };
    const stop = queryClient.getQueryCache().subscribe(fetchOnceFree);
    fetchOnceFree();
    return stop;
  }, [pathname, routes]);
}
