import { AddCardForm } from './parts/AddCardForm';
import { useTopic } from '@/features/verify/hooks/useTopic';
import { topicPath } from '@/features/verify/topics';
import { useTranslation } from '@/i18n';
import { useMember } from '@/lib/member';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { IdentityPicture } from '@/ui/pictures';
import { FormSkeleton } from '@/ui/Skeleton';
import { ErrorState, StateView } from '@/ui/states';

/** /m/bankCard/add: a new account of the verified person. */
export default function AddBankCardPage() {
  const { t } = useTranslation('bankcard');
  const nav = useNav();
  const detail = useTopic('bankcard');
  const items = useMember().data?.verification.items ?? [];
  if (items.some(({ topic, state }) => topic === 'identity' && state !== 'done')) {
    return (
      <Page action={<Button onClick={() => nav.replace(topicPath('identity'))}>{t('add.identityFirst')}</Button>}>
        <StateView picture={<IdentityPicture />} title={t('add.identityTitle')} text={t('add.identityText')} />
      </Page>
    );
  }
  if (!detail.data) {
    return <Page>{detail.isError ? <ErrorState error={detail.error} onRetry={() => void detail.refetch()} /> : <FormSkeleton fields={4} />}</Page>;
  }
  return <AddCardForm detail={detail.data} first={detail.data.state !== 'done'} />;
}
