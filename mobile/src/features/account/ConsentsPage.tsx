import { ConsentCard } from './parts/ConsentCard';
import { ConsentLog } from './parts/ConsentLog';
import { useSetConsent } from './hooks/useSetConsent';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';

/** /m/account/consents: lists each consent separately and lets the borrower give or withdraw it. */
export default function ConsentsPage() {
  const { t } = useTranslation('account');
  const query = useApiQuery('member/consents', {});
  const set = useSetConsent(query.data?.orderInProgress ?? false);
  return (
    <Page>
      <QueryView query={query} skeleton={<ListSkeleton count={4} />}>
        {({ consents, log }) => (
          <div className="stack">
            <p className="quiet">{t('consents.lead')}</p>
            {consents.map((consent) => (
              <ConsentCard key={consent.kind} consent={consent} busy={set.busy} onGive={set.give} onTake={set.take} />
            ))}
            <ConsentLog log={log} />
          </div>
        )}
      </QueryView>
    </Page>
  );
}
