import { Contacts } from './parts/Contacts';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { ListSkeleton } from '@/ui/Skeleton';

/** /m/customer: how to reach us, open to everybody; writing to us needs a login. */
export default function CustomerPage() {
  const { t } = useTranslation('support');
  const nav = useNav();
  const query = useApiQuery('support/contacts', {});
  return (
    <Page>
      <QueryView query={query} skeleton={<ListSkeleton count={2} />}>
        {(contacts) => (
          <div className="stack stack-24">
            <Contacts contacts={contacts} />
            <Section title={t('contacts.write')}>
              <RowGroup>
                <LinkRow
                  title={t('message.title')}
                  text={t('message.row', { count: contacts.messageDays })}
                  onClick={() => nav.to('/m/customer/online')}
                />
                <LinkRow
                  title={t('complaint.title')}
                  text={t('complaint.row', { count: contacts.complaintDays })}
                  onClick={() => nav.to('/m/customer/complain')}
                />
                <LinkRow title={t('ticket.listTitle')} onClick={() => nav.to('/m/customer/tickets')} />
                <LinkRow title={t('hardship.title')} text={t('hardship.row')} onClick={() => nav.to('/m/customer/hardship')} />
              </RowGroup>
            </Section>
          </div>
        )}
      </QueryView>
    </Page>
  );
}
