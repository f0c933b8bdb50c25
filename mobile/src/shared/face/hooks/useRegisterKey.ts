import { useState } from 'react';
import { api, ApiError } from '@/lib/api';
import { findOrMakeKey, type DeviceKey } from '@/lib/deviceKey/deviceKey';

interface Registering {
  /** The key is being created or sent. */
  busy: boolean;
  /** An SMS code is required before the server accepts the key. */
  codeAsked: boolean;
  closeCode: () => void;
  register: () => void;
  /** The server's error message. */
  words: string;
  /** This browser cannot store a key. */
  impossible: boolean;
}

/** Creates the key of this phone and registers it on the server, after a fresh SMS code if the server requires one. */
export function useRegisterKey(onDone: (key: DeviceKey) => void): Registering {
  const [busy, setBusy] = useState(false);
  const [codeAsked, setCodeAsked] = useState(false);
  const [words, setWords] = useState('');
  const [impossible, setImpossible] = useState(false);

  const register = async () => {
    setCodeAsked(false);
    setWords('');
    setBusy(true);
    try {
      const key = await findOrMakeKey();
      if (!key) {
        setImpossible(true);
        return;
      }
      await api('member/deviceKey', { publicKey: key.publicKey }, { toast: false });
      onDone(key);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.details.reason === 'fresh_code_needed') setCodeAsked(true);
      else setWords(error.message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, codeAsked, closeCode: () => setCodeAsked(false), register: () => void register(), words, impossible };
}
