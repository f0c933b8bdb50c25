import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { onceOnline } from '@/base/chunks/onceOnline';
import { loadTexts, type Area } from '@/i18n';

type Areas = Area | readonly Area[];
type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** Part of a page, in a chunk of its own; its texts are fetched beside it, not after it. Without a network it waits for one. */
export const lazyPart = <P>(areas: Areas, load: Load<P>): LazyExoticComponent<ComponentType<P>> => lazy(() => fetchWithTexts(areas, load));

/** A page in a chunk of its own. */
export type LazyPage = LazyExoticComponent<ComponentType> & {
  /** Fetches the page before it is shown; a second call fetches nothing. */
  fetch: () => Promise<unknown>;
};

/** As `lazyPart`, for a page. */
export function lazyPage(areas: Areas, load: Load<object>): LazyPage {
  let coming: Promise<{ default: ComponentType }> | undefined;
  const fetch = () => (coming ??= fetchWithTexts(areas, load));
  return Object.assign(lazy(fetch), { fetch });
}

const fetchWithTexts = <P>(areas: Areas, load: Load<P>) =>
  onceOnline(async () => {
    const [part] = await Promise.all([load(), loadTexts(areas)]);
    return part;
  });
