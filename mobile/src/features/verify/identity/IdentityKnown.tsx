import { useTranslation } from '@/i18n';
import { useConfig } from '@/lib/config';
import { formatDayShort } from '@/lib/format/date';
import { useNav } from '@/lib/nav/nav';
import type { TopicDetail } from '@/shared/verify/useTopic';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { Card } from '@/ui/Card';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Receipt } from '@/ui/money/Receipt';
import { Page } from '@/ui/Page';

/** The verified identity, masked by the server. It cannot be changed here. */
export function IdentityKnown({ detail }: { detail: TopicDetail }) {
  const { t } = useTranslation(['verify', 'common']);
  const nav = useNav();
  const { region } = useConfig();
  const value = (name: string) => String(detail.submitted?.[name] ?? '');
  const birthday = value('birthday');
  return (
    <Page action={<Button track="verify" look="quiet" onClick={() => nav.replace('/m/auth')}>{t('common:action.back')}</Button>}>
      <div className="stack">
        <Card>
          <Receipt
            currency={region.currency}
            lines={[
              { label: t('verify:identity.idName'), amount: value('idName') },
              { label: region.idNumberLabel, amount: value('idNumber') },
              ...(birthday === '' ? [] : [{ label: t('verify:identity.birthday'), amount: formatDayShort(birthday) }]),
            ]}
          />
        </Card>
        <Callout>{t('verify:identity.locked', { number: value('idNumber') })}</Callout>
        <RowGroup>
          <LinkRow track="contactSupport" title={t('common:action.contact')} onClick={() => nav.to('/m/customer')} />
        </RowGroup>
      </div>
    </Page>
  );
}
