import type { CarrierSession } from '@loanmarket/shared-types/api';
import { ResultView } from './ResultView';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';

/** The number is verified: shows until when. */
export function Proved({ proof }: { proof: CarrierSession }) {
  const { t } = useTranslation('carrier');
  const nav = useNav();
  return (
    <Page action={<Button track="done" onClick={() => nav.replace('/m/auth')}>{t('result.done')}</Button>}>
      <ResultView session={proof} long={false} />
    </Page>
  );
}
