import { afterEach, describe, expect, it, vi } from 'vitest';
import { agreementList, askForAgreement } from './agreements';
import { api, uploadImage } from '@/lib/api';

const answer = (reason: string) =>
  new Response(JSON.stringify({ success: reason === '', msg: '', errorCode: reason ? 20213 : 10000, data: reason ? { reason } : { savedAt: 'now' } }), {
    status: reason ? 422 : 200,
  });
const personal = { nickname: 'Lan' } as never;

askForAgreement();
afterEach(() => {
  agreementList.current().forEach(({ answer: say }) => say(true));
  vi.unstubAllGlobals();
});

/** Sets the responses of the server, one per call. */
function server(...reasons: string[]): { bodies: unknown[] } {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    bodies.push([init.body, (init.headers as Record<string, string>)['Idempotency-Key']]);
    return answer(reasons.shift() ?? '');
  });
  return { bodies };
}
const asked = () => vi.waitFor(() => expect(agreementList.current()).toHaveLength(1));
const say = (agreed: boolean) => agreementList.current()[0]!.answer(agreed);

describe('a call with personal data before the consent', () => {
  // The server stores a rejection under the key of its attempt and would repeat it.
  it('asks for consent, and is sent again with the same body and a new Idempotency-Key after agreement', async () => {
    const { bodies } = server('consent_needed');
    const call = api('loan/apply', personal, { toast: false });
    await asked();
    say(true);
    await call;
    expect(bodies).toHaveLength(2);
    const [[first, firstKey], [second, secondKey]] = bodies as [[string, string], [string, string]];
    expect(second).toEqual(first);
    expect(secondKey).toBeTruthy();
    expect(secondKey).not.toBe(firstKey);
  });

  it('fails with the reason of the server if the borrower declines, and asks again on the next call', async () => {
    server('consent_needed', 'consent_needed');
    const call = api('auth/personal', personal, { toast: false }).catch((error: { details: unknown }) => error.details);
    await asked();
    say(false);
    await expect(call).resolves.toEqual({ reason: 'consent_needed' });
    const again = api('auth/personal', personal, { toast: false }).catch(() => undefined);
    await asked();
    say(false);
    await again;
  });

  it('asks once for all pending calls, and not again for an automatic draft save after a refusal', async () => {
    server('consent_needed', 'consent_needed', 'consent_needed');
    const calls = [api('auth/saveDraft', personal, { toast: false }), api('auth/personal', personal, { toast: false })].map((one) => one.catch(() => 'no'));
    await asked();
    say(false);
    await expect(Promise.all(calls)).resolves.toEqual(['no', 'no']);
    await expect(api('auth/saveDraft', personal, { toast: false })).rejects.toMatchObject({ details: { reason: 'consent_needed' } });
    expect(agreementList.current()).toHaveLength(0);
  });

  it('does not ask for consent after any other failure, such as a withdrawn consent', async () => {
    server('consent_withdrawn');
    await expect(api('auth/personal', personal, { toast: false })).rejects.toMatchObject({ details: { reason: 'consent_withdrawn' } });
    expect(agreementList.current()).toHaveLength(0);
  });

  it('sends the photo that waits for the answer again after agreement', async () => {
    const sent: FormDataEntryValue[] = [];
    const reasons = ['consent_needed', ''];
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        upload = {};
        status = 200;
        responseText = '';
        onload = () => undefined;
        open() {}
        setRequestHeader() {}
        getResponseHeader = () => null;
        send(form: FormData) {
          sent.push(form.get('file')!);
          const reason = reasons.shift()!;
          this.status = reason ? 422 : 200;
          this.responseText = JSON.stringify({ success: !reason, msg: '', errorCode: reason ? 20213 : 10000, data: reason ? { reason } : { fileId: 'f1' } });
          this.onload();
        }
      },
    );
    const photo = new Blob(['jpeg'], { type: 'image/jpeg' });
    const upload = uploadImage('identity', photo, { toast: false });
    await asked();
    say(true);
    await expect(upload).resolves.toBe('f1');
    expect(sent.map((file) => file instanceof Blob && [file.size, file.type])).toEqual([[photo.size, photo.type], [photo.size, photo.type]]);
  });
});
