import { Suspense } from 'react';
import { agreementList } from '../agreements';
import { lazyPart } from '@/lib/lazy';

const AgreementSheet = lazyPart('account', () => import('@/features/account/parts/AgreementSheet'));

/** Shows the consents that are required before personal data is taken, on any page, whenever a call requires them. */
export function AgreementGate() {
  const [item] = agreementList.useItems();
  if (!item) return null;
  return (
    <Suspense fallback={null}>
      <AgreementSheet key={item.id} onAnswer={item.answer} />
    </Suspense>
  );
}
