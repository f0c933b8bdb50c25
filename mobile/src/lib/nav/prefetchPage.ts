import { useEffect } from 'react';
import { matchPath } from 'react-router';
import { useRoutes } from './route';
import { queryClient } from '@/lib/queryClient';

/**
 * Fetches the code of the page that this one's main action leads to, some KB, once nothing else is asked for: on a slow line
 * it would be waited for after the press, and only then the page's answers. Null where the action leads nowhere.
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
