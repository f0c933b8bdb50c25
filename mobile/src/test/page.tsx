import { IonRouterContext } from '@ionic/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { RenderResult } from '@testing-library/react';
import { createMemoryHistory } from 'history';
import type { ReactElement } from 'react';
import { Router } from 'react-router';
import { vi } from 'vitest';
import { plain } from './plain';
import { renderInVietnam } from './render';
import type { Area } from '@/i18n';
import { lazyPage } from '@/lib/lazy';
import { queryNames, RouteContext, type RouteDefinition } from '@/lib/nav/route';

/** A call made by a page: its path below /app and its body. */
export interface Sent {
  path: string;
  body: Record<string, unknown>;
}

/** The responses of the test server, by path below /app. A function receives the request's body. */
export type Answers = Record<string, object | ((body: Record<string, unknown>) => object)>;

const row: RouteDefinition = { path: '/', page: lazyPage([], () => new Promise(() => undefined)), title: 'common:action.close', query: queryNames };

const router = { push: (to: string) => void navigations.push(to), back: () => void navigations.push('back'), canGoBack: () => true, nativeBack: () => undefined, routeInfo: {} };

/** Mocks the server with `answers`, data or an envelope with its `status`; any other call fails like a broken network. Returns the calls made. */
export function serve(answers: Answers): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const path = url.replace(/^.*\/app\//, '');
    const body = (typeof init?.body === 'string' ? JSON.parse(init.body) : {}) as Record<string, unknown>;
    sent.push({ path, body });
    const answer = answers[path];
    if (!answer) throw new TypeError(`no response is defined for ${path}`);
    const data = await (typeof answer === 'function' ? answer(body) : answer);
    return new Response(JSON.stringify('success' in data ? data : { success: true, msg: '', errorCode: 10000, data }), {
      status: 'success' in data && 'status' in data ? Number(data.status) : 200,
    });
  });
  return sent;
}

/** The navigations requested by pages; the latest is last. */
export const navigations: string[] = [];

/** Renders a page or a part of one in Vietnamese, with routes and calls available. */
export function renderPage(element: ReactElement, path: string, ...areas: Area[]): Promise<RenderResult> {
  navigations.length = 0;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return renderInVietnam(
    <QueryClientProvider client={client}>
      <Router history={createMemoryHistory({ initialEntries: [path] })}>
        <IonRouterContext.Provider value={router as never}>
          <RouteContext.Provider value={row}>{element}</RouteContext.Provider>
        </IonRouterContext.Provider>
      </Router>
    </QueryClientProvider>,
    ...areas,
  );
}

/** The lines of receipts and copy rows on the screen: value by label, with plain spaces. */
export function linesOn(root: ParentNode = document): Record<string, string> {
  const lines: Record<string, string> = {};
  root.querySelectorAll('dt').forEach((label) => {
    const value = label.nextElementSibling?.cloneNode(true) as Element | undefined;
    value?.querySelectorAll('[aria-hidden]').forEach((drawn) => drawn.remove());
    lines[plain(label.textContent)] = plain(value?.textContent);
  });
  root.querySelectorAll('button[aria-label^="Sao chép: "]').forEach((copy) => {
    const [label, value] = Array.from(copy.parentElement!.querySelectorAll('p'));
    lines[plain(label?.textContent)] = plain(value?.textContent);
  });
  return lines;
}
