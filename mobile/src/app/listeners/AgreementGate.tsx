import { Suspense } from 'react';
import { agreementList } from '../agreements';
import { lazyPart } from '@/lib/lazy';

const AgreementSheet = lazyPart('account', () => import('@/features/account/parts/AgreementSheet'));

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
