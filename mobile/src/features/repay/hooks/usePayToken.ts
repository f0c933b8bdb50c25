import { useIonViewWillEnter } from '@ionic/react';
import { useState } from 'react';

const read = () => window.location.hash.replace(/^#/, '');

/** The pay token of a link that opens without login. It stands in the fragment, which no server or log ever sees. */
export function usePayToken(): string {
  const [token, setToken] = useState(read);
  useIonViewWillEnter(() => setToken(read()));
  return token;
}
