import { afterEach, expect, it, vi } from 'vitest';
import { agreementList, askForAgreement } from './agreements';
import { api } from '@/lib/api';
import { endSession, startSession } from '@/lib/session';

afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
});

it('asks the next user of the phone, whose form saves itself, although the one before refused', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: false, msg: '', errorCode: 20213, data: { reason: 'consent_needed' } }), { status: 422 }));
  const saveDraft = () => void api('auth/saveDraft', {} as never, { toast: false }).catch(() => undefined);
  const asked = () => vi.waitFor(() => expect(agreementList.current()).toHaveLength(1));
  askForAgreement();
  startSession('first', '0901000001');
  saveDraft();
  await asked();
  agreementList.current()[0]!.answer(false);
  endSession();
  startSession('second', '0901000002');
  saveDraft();
  await asked();
});

it('does not put the question of one borrower to the next', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: false, msg: '', errorCode: 20213, data: { reason: 'consent_needed' } }), { status: 422 }));
  askForAgreement();
  startSession('first', '0901000001');
  void api('auth/saveDraft', {} as never, { toast: false }).catch(() => undefined);
  await vi.waitFor(() => expect(agreementList.current()).toHaveLength(1));
  endSession();
  expect(agreementList.current()).toHaveLength(0);
});
