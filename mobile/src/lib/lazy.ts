import { createElement, lazy, type ComponentType, type FunctionComponent } from 'react';
import { onceOnline } from '@/base/chunks/onceOnline';
import { loadTexts, type Area } from '@/i18n';

type Areas = Area | readonly Area[];
type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * Components that failed to load. React caches a failed lazy component for good, so it has to be replaced before it can
 * load again.
 */
const failed = new Set<() => void>();

/** Makes the components that failed to load be requested again when they are next rendered. */
export function retryFailedParts(): void {
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
  // A lazy component takes the props of its own component, which React's types cannot express for a generic one.
  return (props) => createElement(part as unknown as FunctionComponent<P>, props);
}

/**
 * A part of a page in its own chunk. Its texts are loaded in parallel. Without a network it waits until it can be
 * loaded.
 */
export const lazyPart = <P extends object>(areas: Areas, load: Load<P>): FunctionComponent<P> => renewable(() => fetchWithTexts(areas, load));

/** A page in its own chunk. */
export type LazyPage = FunctionComponent & {
  /** Loads the page before it is shown. Later calls return the same promise, unless the first one failed. */
  fetch: () => Promise<unknown>;
  /** Preloads the page silently. If that fails, the page is loaded when it is shown. */
  fetchAhead: () => void;
};

/** Like `lazyPart`, for a page. */
export function lazyPage(areas: Areas, load: Load<object>): LazyPage {
  let coming: Promise<{ default: ComponentType<object> }> | undefined;
  const fetch = () =>
    (coming ??= fetchWithTexts(areas, load).catch((error: unknown) => {
      coming = undefined;
      throw error;
    }));
  // Does not use `fetch`: a deleted chunk justifies a reload when the page is opened, but not while the user looks at
  // another page.
  const fetchAhead = () => void (coming ?? loadWithTexts(areas, load).catch(() => undefined));
  return Object.assign(renewable(fetch), { fetch, fetchAhead });
}

const fetchWithTexts = <P>(areas: Areas, load: Load<P>) => onceOnline(() => loadWithTexts(areas, load));

async function loadWithTexts<P>(areas: Areas, load: Load<P>): Promise<{ default: ComponentType<P> }> {
  const [part] = await Promise.all([load(), loadTexts(areas)]);
  return part;
}
