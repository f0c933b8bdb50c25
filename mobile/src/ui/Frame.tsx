import { IonPage } from '@ionic/react';
import type { ReactNode } from 'react';

/** The element that the outlet animates. Only app/Screen renders it; pages use `Page`. */
export function Frame({ children }: { children: ReactNode }) {
  return <IonPage>{children}</IonPage>;
}
