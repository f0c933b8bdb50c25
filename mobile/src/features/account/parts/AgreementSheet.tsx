import type { ConsentKind } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import { trackName } from '@/base/trackName';
import { useTranslation } from '@/i18n';
import { api, useApiQuery } from '@/lib/api';
import { queryKey } from '@/lib/api/hooks';
import { getConfig } from '@/lib/config';
import { consentVersion } from '@/lib/login/consent';
import { history } from '@/lib/nav/history';
import { setAnswer } from '@/lib/queryClient';
import { Button } from '@/ui/Button';
import { Sheet } from '@/ui/overlay/Sheet';
import { QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';

/** The consents required before any personal data is taken. */
const BEFORE_DATA: readonly ConsentKind[] = ['terms', 'privacy', 'data_processing'];
const DOCUMENTS: Partial<Record<ConsentKind, string>> = { terms: '/m/terms', privacy: '/m/privacy', data_processing: '/m/privacy' };

/** Asks for the missing consents and explains each. Nothing is accepted before the tap. */
export default function AgreementSheet({ onAnswer }: { onAnswer: (agreed: boolean) => void }) {
  const { t } = useTranslation(['account', 'common']);
  const query = useApiQuery('member/consents', {}, { gcTime: 0 });
  const [busy, setBusy] = useState(false);
  const missing = (query.data?.consents ?? []).filter(({ kind, granted }) => BEFORE_DATA.includes(kind) && !granted).map(({ kind }) => kind);

  const agree = async () => {
    setBusy(true);
    try {
      for (const kind of missing) {
        const answered = await api('member/consents/set', { kind, version: consentVersion(getConfig(), kind), granted: true });
        await setAnswer(queryKey('member/consents', {}), answered);
      }
      onAnswer(true);
    } catch {
      // The toast has shown the error, and the borrower can tap again.
      setBusy(false);
    }
  };
  const read = (path: string) => {
    onAnswer(false);
    history.push(path);
  };

  return (
    <Sheet
      track="agreement"
      open
      onClose={() => onAnswer(false)}
      title={t('consents.ask.title')}
      action={
        <div className="stack stack-8">
          <Button track="agreementAgree" busy={busy} disabled={!query.data} onClick={() => void agree()}>
            {t('consents.ask.agree')}
          </Button>
          <Button track="agreementLater" look="text" disabled={busy} onClick={() => onAnswer(false)}>
            {t('consents.ask.later')}
          </Button>
        </div>
      }
    >
      <QueryView query={query} skeleton={<ListSkeleton count={2} />}>
        {() => (
          <div className="stack">
            <p className="quiet">{t('consents.ask.lead')}</p>
            {missing.map((kind) => (
              <div key={kind}>
                <h3 className="title-16">{t(`consents.kind.${kind}`)}</h3>
                <p className="text-14">{t(`consents.text.${kind}`)}</p>
                {DOCUMENTS[kind] && (
                  <Button track={trackName('agreementRead', kind)} look="text" aria-label={t('common:pair', { name: t('consents.ask.read'), value: t(`consents.kind.${kind}`) })} onClick={() => read(DOCUMENTS[kind]!)}>
                    {t('consents.ask.read')}
                  </Button>
                )}
              </div>
            ))}
          </div>
        )}
      </QueryView>
    </Sheet>
  );
}
