import { HomeHead } from './parts/HomeHead';
import { MemberHome } from './parts/MemberHome';
import { VisitorHome } from './parts/VisitorHome';
import { useQueryParam } from '@/app/nav';
import { useMember } from '@/app/useMember';
import { useTranslation } from '@/i18n';
import { useSession } from '@/lib/useSession';
import { Notice } from '@/ui/Notice';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** /m/home: what I can borrow, or what I owe; it greets a new member. */
export default function HomePage() {
  const { t } = useTranslation('home');
  const { loggedIn } = useSession();
  const member = useMember();
  const isNew = useQueryParam('isNewMember') === '1';
  return (
    <Page>
      <div className="stack stack-24">
        <HomeHead />
        {isNew && loggedIn && <Notice tone="positive">{t('welcome')}</Notice>}
        {loggedIn ? (
          <QueryView query={member} skeleton={<ReceiptSkeleton lines={4} />}>
            {(data) => <MemberHome member={data} />}
          </QueryView>
        ) : (
          <VisitorHome />
        )}
      </div>
    </Page>
  );
}
