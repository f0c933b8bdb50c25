import { useIonRouter } from '@ionic/react';
import { useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';

export interface Nav {
  /** One step deeper: slides in from the right. */
  to: (path: string) => void;
  /** In place of this page, which back then skips. */
  replace: (path: string) => void;
  /** Back in history; `/` when there is none. */
  back: () => void;
  /** To another tab: no movement. */
  tab: (path: string) => void;
}

/** The one way to move between pages; paths are those of spec 2. */
export function useNav(): Nav {
  const router = useIonRouter();
  return useMemo(
    () => ({
      to: (path) => router.push(path, 'forward', 'push'),
      replace: (path) => router.push(path, 'forward', 'replace'),
      back: () => (window.history.length > 1 ? router.goBack() : router.push('/', 'back', 'replace')),
      tab: (path) => router.push(path, 'none', 'push'),
    }),
    [router],
  );
}

/**
 * A query parameter of this page's own address. Pages stay mounted behind others, where the location is that of the page
 * in front; and the outlet shows a mounted page again when only the query differs.
 */
export function useQueryParam(name: string): string | null {
  const { pathname, search } = useLocation();
  const [own] = useState(pathname);
  const latest = useRef(search);
  if (pathname === own) latest.current = search;
  return new URLSearchParams(latest.current).get(name);
}
