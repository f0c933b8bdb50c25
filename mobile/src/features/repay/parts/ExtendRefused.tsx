import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Page } from '@/ui/Page';
import { WaitingPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

/** The due date cannot be moved: the reason, and what to do instead. */
export function ExtendRefused({ orderId, why }: { orderId: string; why: string }) {
  const { t } = useTranslation('repay');
  const nav = useNav();
  const pay = <Button track="pay" onClick={() => nav.replace(`/m/repay/normal?orderId=${orderId}`)}>{t('extend.pay')}</Button>;
  return (
    <Page action={pay}>
      <StateView picture={<WaitingPicture />} title={t('extend.notNow')} text={why} />
      <RowGroup>
        <LinkRow track="openHardship" title={t('options.hardship')} onClick={() => nav.to(`/m/customer/hardship?orderId=${orderId}`)} />
      </RowGroup>
    </Page>
  );
}
