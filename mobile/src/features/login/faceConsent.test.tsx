import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.mock('@/shared/face/parts/FaceCheckPage', () => ({
  FaceCheckPage: ({ onPassed }: { onPassed: (verdict: { token: string }) => void }) => <button onClick={() => onPassed({ token: 'secret' })}>pass</button>,
}));
import FaceLogin from './parts/FaceLogin';
import { galleryConfig } from '@/gallery/config';
import { setConfig } from '@/lib/config';
import { hasConsented } from '@/lib/login/consent';
import { endSession, getSession } from '@/lib/session';
import { renderPage, serve, type Sent } from '@/test/page';

const PHONE = '0912345678';
let sent: Sent[];

beforeEach(() => {
  setConfig(galleryConfig);
  sent = serve({ 'member/consents/set': { consents: [], log: [], orderInProgress: false } });
});
afterEach(() => {
  endSession();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function pass(agreed: boolean, meanwhile = () => undefined as void): Promise<void> {
  await renderPage(<FaceLogin typed={{ phone: PHONE, agreed, inForce: galleryConfig }} onSms={() => undefined} />, '/', 'face');
  act(meanwhile);
  await act(async () => screen.getByText('pass').click());
  expect(getSession().loggedIn).toBe(true);
}

const consents = () => sent.filter(({ path }) => path === 'member/consents/set').map(({ body }) => body);

it('the consents that were ticked before a login by face are recorded', async () => {
  await pass(true);
  await waitFor(() => expect(hasConsented(galleryConfig, PHONE)).toBe(true));
  const { termsVersion, privacyVersion } = galleryConfig;
  expect(consents()).toEqual([
    { kind: 'terms', version: termsVersion, granted: true },
    { kind: 'privacy', version: privacyVersion, granted: true },
    { kind: 'data_processing', version: privacyVersion, granted: true },
  ]);
});

it('a login by face records the consents to the texts that the form showed, not to those that came into force during the check', async () => {
  const next = { ...galleryConfig, termsVersion: 'next' };
  await pass(true, () => setConfig(next));
  await waitFor(() => expect(hasConsented(galleryConfig, PHONE)).toBe(true));
  expect(consents()).toContainEqual({ kind: 'terms', version: galleryConfig.termsVersion, granted: true });
});

it('a login by face without a new tick records none, so that a withdrawn one stays withdrawn', async () => {
  await pass(false);
  expect(consents()).toEqual([]);
  expect(hasConsented(galleryConfig, PHONE)).toBe(false);
});
