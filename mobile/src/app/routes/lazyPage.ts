import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadTexts, type Area } from '@/i18n';
import { onceOnline } from '@/lib/chunks/onceOnline';

/** A page in a chunk of its own. */
export type LazyPage = LazyExoticComponent<ComponentType> & {
  /** Fetches the page before it is shown; a second call fetches nothing. */
  fetch: () => Promise<unknown>;
};

/** A page in a chunk of its own; its texts are fetched beside it, not after it. Without a network it waits for one. */
export function lazyPage(areas: Area | readonly Area[], load: () => Promise<{ default: ComponentType }>): LazyPage {
  let coming: Promise<{ default: ComponentType }> | undefined;
  const fetch = () =>
    (coming ??= onceOnline(async () => {
      const [page] = await Promise.all([load(), loadTexts(areas)]);
      return page;
    }));
  return Object.assign(lazy(fetch), { fetch });
}
