import { Suspense, lazy } from 'react';
import { agreementList } from '../agreements';
import { loadTexts } from '@/i18n';
import { onceOnline } from '@/lib/chunks/onceOnline';

const AgreementSheet = lazy(() => onceOnline(async () => (await Promise.all([import('@/features/account/parts/AgreementSheet'), loadTexts('account')]))[0]));

/** Shows what has to be agreed to before personal data are taken, wherever a call asks for it. */
export function AgreementGate() {
  const [item] = agreementList.useItems();
  if (!item) return null;
  return (
    <Suspense fallback={null}>
      <AgreementSheet key={item.id} onAnswer={item.answer} />
    </Suspense>
  );
}
