import type { CarrierSession } from '@loanmarket/shared-types/api';
import { useRef, useState } from 'react';
import { sessionPath } from '../paths';
import { useServerWords } from '@/i18n/useServerWords';
import { ApiError, type CallOptions } from '@/lib/api';
import { randomId } from '@/lib/api/attempt';
import { useNav } from '@/lib/nav/nav';
import { focusFirstError } from '@/ui/form/focusError';

/** Makes the call that starts the session. */
type Send = (options: CallOptions) => Promise<CarrierSession>;

/**
 * Starts a session with a carrier. The attempt has a random name, so that nothing derived from the password is stored
 * on the phone. The name changes when the input changes or the server has given a final response.
 */
export function useBegin(channel: string, onRefused?: (session: CarrierSession) => boolean) {
  const nav = useNav();
  const attempt = useRef({ name: randomId(), of: '' });
  const [busy, setBusy] = useState(false);
  const [words, setWords] = useServerWords();
  const [fields, setFields] = useState<Record<string, string>>({});

  const begin = async (body: object, send: Send) => {
    if (busy) return;
    const typed = JSON.stringify(body);
    if (attempt.current.of !== typed) attempt.current = { name: randomId(), of: typed };
    setBusy(true);
    setWords('');
    setFields({});
    try {
      const session = await send({ toast: false, params: { channel }, attempt: attempt.current.name });
      attempt.current.of = '';
      if (onRefused?.(session)) focusFirstError();
      else nav.replace(sessionPath(session));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.final) attempt.current.of = '';
      setFields(error.details.fields ?? {});
      if (error.details.fields) focusFirstError();
      else setWords(error.message, error.details.reason);
      if (error.details.reason === 'carrier_running') nav.replace(`/m/mall/${channel}/result/waiting`);
    } finally {
      setBusy(false);
    }
  };

  return { begin, busy, words, fields };
}
