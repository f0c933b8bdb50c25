import { createElement, lazy, type ComponentType, type FunctionComponent } from 'react';
import { onceOnline } from '@/base/chunks/onceOnline';
import { loadTexts, type Area } from '@/i18n';

type Areas = Area | readonly Area[];
type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** What could not be had: React remembers that for good, and asks for it no more. */
const failed = new Set<() => void>();

/** Asks anew for the parts that could not be had, when they are next shown. */
export function retryParts(): void {
  failed.forEach((renew) => renew());
  failed.clear();
}

function renewable<P extends object>(load: Load<P>): FunctionComponent<P> {
  const begin = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        failed.add(renew);
        throw error;
      }),
    );
  const renew = () => void (part = begin());
  let part = begin();
  // A lazy component takes what its own takes, which React's types cannot say of a generic one.
  return (props) => createElement(part as unknown as FunctionComponent<P>, props);
}

/** Part of a page, in a chunk of its own; its texts are fetched beside it, not after it. Without a network it waits for one. */
export const lazyPart = <P extends object>(areas: Areas, load: Load<P>): FunctionComponent<P> => renewable(() => fetchWithTexts(areas, load));

/** A page in a chunk of its own. */
export type LazyPage = FunctionComponent & {
  /** Fetches the page before it is shown; a second call fetches nothing, unless the first one failed. */
  fetch: () => Promise<unknown>;
  /** Fetches it for later, without a word: what does not come is fetched when the page is to be shown. */
  fetchAhead: () => void;
};

/** As `lazyPart`, for a page. */
export function lazyPage(areas: Areas, load: Load<object>): LazyPage {
  let coming: Promise<{ default: ComponentType<object> }> | undefined;
  const fetch = () =>
    (coming ??= fetchWithTexts(areas, load).catch((error: unknown) => {
      coming = undefined;
      throw error;
    }));
  // Not by `fetch`: what a deploy took away is worth a reload of a page that is wanted, not of the one that somebody looks at.
  const fetchAhead = () => void (coming ?? loadWithTexts(areas, load).catch(() => undefined));
  return Object.assign(renewable(fetch), { fetch, fetchAhead });
}

const fetchWithTexts = <P>(areas: Areas, load: Load<P>) => onceOnline(() => loadWithTexts(areas, load));

async function loadWithTexts<P>(areas: Areas, load: Load<P>): Promise<{ default: ComponentType<P> }> {
  const [part] = await Promise.all([load(), loadTexts(areas)]);
  return part;
}
