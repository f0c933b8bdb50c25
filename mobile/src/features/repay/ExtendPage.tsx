import { useExtend } from './hooks/useExtend';
import { Extended } from './parts/Extended';
import { ExtendForm } from './parts/ExtendForm';
import { ExtendOutcomeUnknown } from './parts/ExtendOutcomeUnknown';
import { ExtendRefused } from './parts/ExtendRefused';
import { WhichLoan } from './parts/WhichLoan';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { useQueryParam } from '@/lib/nav/nav';
import { QueryPage } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** /m/repay/extend?orderId=: the cost of an extension, and the ways to pay for it. */
export default function ExtendPage() {
  const { t } = useTranslation('repay');
  const orderId = useQueryParam('orderId');
  return orderId ? <ExtensionOf key={orderId} orderId={orderId} /> : <WhichLoan page="/m/repay/extend" title={t('extend.which')} />;
}

function ExtensionOf({ orderId }: { orderId: string }) {
  const extension = useExtend(orderId);
  const query = useApiQuery('repay/extendQuote', { orderId });
  if (extension.moved) return <Extended orderId={orderId} {...extension.moved} />;
  if (extension.outcomeUnknown) return <ExtendOutcomeUnknown day={extension.outcomeUnknown.newDueDate} busy={extension.asking} onAgain={extension.again} />;
  if (query.error?.final) return <ExtendRefused orderId={orderId} why={query.error.message} />;
  return (
    <QueryPage query={query} skeleton={<ReceiptSkeleton lines={6} />}>
      {(quote) => <ExtendForm quote={quote} extension={extension} />}
    </QueryPage>
  );
}
