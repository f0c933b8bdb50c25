import { AddCardForm } from './parts/AddCardForm';
import { useTranslation } from '@/i18n';
import { useMember } from '@/lib/member';
import { useNav } from '@/lib/nav/nav';
import { topicPath } from '@/shared/verify/topics';
import { useTopic } from '@/shared/verify/useTopic';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { IdentityPicture } from '@/ui/pictures';
import { QueryPage } from '@/ui/QueryView';
import { FormSkeleton } from '@/ui/Skeleton';
import { StateView } from '@/ui/states';

/** /m/bankCard/add: adds a bank card of the verified borrower. */
export default function AddBankCardPage() {
  const { t } = useTranslation('bankcard');
  const nav = useNav();
  const topic = useTopic('bankcard');
  const items = useMember().data?.verification.items ?? [];
  if (items.some((item) => item.topic === 'identity' && item.state !== 'done')) {
    return (
      <Page action={<Button track="verifyIdentity" onClick={() => nav.replace(topicPath('identity'))}>{t('add.identityFirst')}</Button>}>
        <StateView picture={<IdentityPicture />} title={t('add.identityTitle')} text={t('add.identityText')} />
      </Page>
    );
  }
  return (
    <QueryPage query={topic} skeleton={<FormSkeleton fields={4} />}>
      {(detail) => <AddCardForm detail={detail} first={detail.state !== 'done'} />}
    </QueryPage>
  );
}
