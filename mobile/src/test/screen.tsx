import { IonRouterContext } from '@ionic/react';
import type { ProductConfig } from '@loanmarket/shared-types/api';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Route, Router, Switch } from 'react-router';
import { afterEach, vi } from 'vitest';
import { banks } from './data/card';
import { member } from './data/member';
import { Guard } from '@/app/Guard';
import { table } from '@/app/routes/table';
import { Screen } from '@/app/Screen';
import { galleryConfig } from '@/gallery/config';
import type { ApiPath, Data } from '@/lib/api/contract';
import { startTexts } from '@/i18n';
import { setConfig } from '@/lib/config';
import { history } from '@/lib/nav/history';
import { queryClient } from '@/lib/queryClient';
import { endSession, startSession } from '@/lib/session';
import { Alerts } from '@/ui/overlay/Alerts';

/** The server's responses by call. A call without a response fails the test. */
export type Answers = { [P in ApiPath]?: Data<P> | Refused };

/** An error response with an HTTP status and a message. */
export class Refused {
  constructor(
    readonly status: number,
    readonly msg = '',
    readonly errorCode = 10050,
    /** The machine-readable reason. */
    readonly reason?: string,
  ) {}
}

/** A call made to the server: its path and its body. They are recorded in order. */
export interface Asked {
  path: string;
  body: Record<string, unknown>;
}

/** The navigations requested by the page: `push /m/home`, `replace /m/home`, `back`. */
let moves: string[] = [];
let asked: Asked[] = [];
let unanswered: string[] = [];

// The first test of a file waits for the whole app to be compiled.
vi.setConfig({ testTimeout: 60_000 });
const TIMEOUT_MS = 40_000;

afterEach(() => {
  const missing = unanswered;
  // The page is taken away first: Guard would send it to login once the session ends, which the next test would see.
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  if (missing.length > 0) throw new Error(`no response is defined for ${missing.join(', ')}`);
});

/** Records navigations without leaving the page. */
const router = {
  routeInfo: { id: '', pathname: '', search: '' } as never,
  push: (path: string, _direction: unknown, action?: string) => void moves.push(`${action ?? 'push'} ${path}`),
  back: () => void moves.push('back'),
  canGoBack: () => true,
  nativeBack: () => undefined,
};

/** The URL in the address bar. */
export const address = () => history.location.pathname + history.location.search;

/**
 * Opens a URL. Guard, route table and page are the app's own; only the outlet and the server are mocked. Returns the
 * navigations that the page requests and the calls that it makes; both lists are updated later.
 */
export async function open(path: string, answers: Answers = {}, who: 'borrower' | 'visitor' = 'borrower', config: Partial<ProductConfig> = {}): Promise<{ moves: string[]; asked: Asked[] }> {
  moves = [];
  asked = [];
  unanswered = [];
  if (who === 'borrower') startSession('token', '0912345678');
  const known: Record<string, unknown> = { ...(who === 'borrower' ? { 'member/query': member, 'support/unread': { unread: 0 }, 'bankCard/banks': banks } : {}), ...answers };
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.startsWith('/version.json')) return new Response('{"version":"1"}');
    const call = /\/app\/(.*)$/.exec(url)?.[1] ?? url;
    const name = Object.keys(known).find((one) => new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(call));
    asked.push({ path: call, body: JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown> });
    if (name === undefined) unanswered.push(call);
    const data = name === undefined ? null : known[name];
    if (data instanceof Blob) return new Response(await data.arrayBuffer(), { headers: { 'Content-Type': data.type } });
    if (data instanceof Refused) return new Response(JSON.stringify({ success: false, msg: data.msg, errorCode: data.errorCode, data: data.reason ? { reason: data.reason } : null }), { status: data.status });
    return new Response(JSON.stringify({ success: name !== undefined, msg: '', errorCode: name === undefined ? 10051 : 10000, data }));
  });
  // Another page of the app is behind it in the history.
  history.push(path);
  vi.spyOn(history, 'goBack').mockImplementation(() => void moves.push('back'));
  setConfig({ ...galleryConfig, ...config });
  await startTexts('vi');
  render(
    <QueryClientProvider client={queryClient}>
      <IonRouterContext.Provider value={router}>
        <Router history={history}>
          <Guard />
          <Switch>
            {table.map((row) => (
              <Route key={row.path} exact path={row.path} render={() => <Screen route={row} />} />
            ))}
          </Switch>
          <Alerts />
        </Router>
      </IonRouterContext.Provider>
    </QueryClientProvider>,
  );
  await settled();
  return { moves, asked };
}

/** Reloads the page in front, in the same entry of the browser's history. */
export function reload(answers: Answers): Promise<{ moves: string[]; asked: Asked[] }> {
  cleanup();
  queryClient.clear();
  vi.spyOn(history, 'push').mockImplementationOnce(() => undefined);
  return open(address(), answers);
}

/** Waits until nothing is loading: no skeleton is left, and the page has been shown for a moment. */
export async function settled(): Promise<void> {
  const waiting = () => screen.queryAllByText('Đang tải').length > 0 || document.querySelector('main') === null;
  const moment = () => act(async () => new Promise((resolve) => setTimeout(resolve, 5)));
  for (const begin = Date.now(); waiting() && Date.now() - begin < TIMEOUT_MS; ) await moment();
  await moment();
  if (waiting()) throw new Error('the page is still loading');
}

/** Presses a button or link by its name, and waits for the result. */
export async function press(name: string | RegExp, role: 'button' | 'link' | 'tab' | 'option' = 'button'): Promise<void> {
  await act(async () => screen.getByRole(role, { name }).click());
  await settled();
}
