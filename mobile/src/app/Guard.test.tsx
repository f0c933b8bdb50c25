import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as platform from './platform';
import { history } from '@/lib/nav/history';
import { getSession, startSession } from '@/lib/session';
import { list } from '@/test/data/loan';
import { member } from '@/test/data/member';
import { address, open, settled } from '@/test/screen';

/** The actions of the guard in order: `GET /version.json`, `POST member/query`, `replace /m/login…`. */
let done: string[];

beforeEach(() => {
  done = [];
  const replace = history.replace.bind(history);
  vi.spyOn(history, 'replace').mockImplementation((path) => {
    done.push(`replace ${String(path)}`);
    replace(path as string);
  });
});
afterEach(() => vi.restoreAllMocks());

/** Opens a page and records all actions in one list. */
async function watch(path: string, who: 'borrower' | 'visitor', answers: Parameters<typeof open>[1] = {}): Promise<void> {
  const opened = open(path, answers, who);
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    done.push(url.replace(/^.*\/app\//, 'POST ').replace(/\?t=.*/, '').replace(/^\/version/, 'GET /version'));
    return answer(url, init);
  });
  await opened;
}

describe('Guard on navigation', () => {
  // spec: 4.guard-version, 4.guard-redirect
  it('checks the version, then redirects a visitor of an auth page to login without calling member/query', async () => {
    await watch('/m/auth?from=sms', 'visitor');
    const after = done.slice(done.indexOf('replace /m/auth?from=sms') + 1);
    expect(after.slice(0, 2)).toEqual(['GET /version.json', 'replace /m/login?redirect=%2Fm%2Fauth%3Ffrom%3Dsms']);
    expect(done).not.toContain('POST member/query');
  });

  // spec: 4.guard-version, 4.guard-userinfo
  it('checks the version, then calls member/query, before an auth page loads its data', async () => {
    await watch('/m/auth', 'borrower', { 'auth/list': member.verification });
    const calls = done.filter((one) => !one.startsWith('replace'));
    expect(calls.indexOf('GET /version.json')).toBe(0);
    expect(calls.indexOf('POST member/query')).toBeGreaterThan(0);
    expect(calls.indexOf('POST auth/list'), 'the page loads its data after member/query').toBeGreaterThan(calls.indexOf('POST member/query'));
  });

  // spec: 4.guard-version, 4.guard-userinfo, 7.member-query
  it.each(['/m/loan/list', '/m/auth?from=sms'])('checks the version and calls member/query again on navigation to %s', async (next) => {
    await watch('/m/auth', 'borrower', { 'auth/list': member.verification, 'loan/list': list });
    done = [];
    await act(async () => history.push(next));
    await settled();
    expect(done).toContain('GET /version.json');
    expect(done).toContain('POST member/query');
  });

  it('checks the version and calls member/query once each for the page that a login leads to', async () => {
    await watch('/m/login?redirect=%2Fm%2Ffavorite', 'visitor', { 'member/query': member });
    done = [];
    // The router stub records the navigation but stays on the page.
    await act(async () => startSession('token', '0912345678'));
    await settled();
    await act(async () => history.replace('/m/favorite'));
    await settled();
    expect(done.filter((one) => one === 'GET /version.json' || one === 'POST member/query').sort()).toEqual(['GET /version.json', 'POST member/query']);
  });

  // spec: 4.guard-empty-userinfo, 8.empty-userinfo
  it('logs out and redirects to login when member/query returns no memberId', async () => {
    await watch('/m/auth', 'borrower', { 'member/query': { ...member, memberId: '' } });
    await vi.waitFor(() => expect(getSession().loggedIn).toBe(false));
    await settled();
    expect(address()).toBe('/m/login?redirect=%2Fm%2Fauth');
  });
});

describe('Guard on a desktop', () => {
  beforeEach(() => {
    vi.spyOn(platform, 'isDesktopPlatform').mockReturnValue(true);
  });

  // spec: 6.desktop, 1.desktop
  it.each(['/m/login', '/m/loan/list', '/m/helpCenter'])('redirects %s to /403', async (path) => {
    const text = { page: 'help', title: 'Câu hỏi', version: '', since: '2026-10-31', blocks: [] };
    await open(path, { 'loan/list': list, 'content/{page}': text, 'main/h5/guide': text }, 'visitor', { allowDesktop: false });
    expect(address()).toBe('/403');
    screen.getByText('Hãy dùng điện thoại');
  });

  it.each(['/m/repay/normal#tok-1', '/m/loan/list?channel=fb-1'])('shows the full URL of %s, to be opened on a phone', async (path) => {
    await open(path, {}, 'visitor', { allowDesktop: false });
    expect(address()).toBe('/403');
    screen.getByText(`https://vay.example.vn${path}`);
  });

  // spec: 6.desktop
  it('allows /m/aboutus', async () => {
    const about = { page: 'about', title: 'Chúng tôi', version: '', since: '2026-10-31', blocks: [] };
    await open('/m/aboutus', { 'content/{page}': about }, 'visitor', { allowDesktop: false });
    expect(address()).toBe('/m/aboutus');
  });
});

// spec: 2.root-to-m, 2.m-to-home
it.each(['/', '/m'])('%s redirects to /m/home and keeps the query string', async (path) => {
  await open(`${path}?isNewMember=1`, { 'loan/list': { ...list, groups: [] }, 'main/loanApply/advertise': { title: '', blocks: [], claims: [] } }, 'visitor');
  expect(address()).toBe('/m/home?isNewMember=1');
});
