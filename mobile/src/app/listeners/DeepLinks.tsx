import { useEffect } from 'react';
import { followLinks } from '@/bridge/links';
import { useNav } from '@/lib/nav/nav';

/** Opens the pages of links into the app. It is mounted once the session is known, so that the guard can check them. */
export function DeepLinks() {
  const nav = useNav();
  useEffect(() => followLinks(nav.to), [nav]);
  return null;
}
