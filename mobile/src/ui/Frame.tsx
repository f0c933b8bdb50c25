import { IonPage } from '@ionic/react';
import type { ReactNode } from 'react';

/** The element that the outlet moves; only app/Screen puts one up. Pages use `Page`. */
export function Frame({ children }: { children: ReactNode }) {
  return <IonPage>{children}</IonPage>;
}
