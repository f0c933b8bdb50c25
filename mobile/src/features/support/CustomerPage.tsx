import { Contacts } from './parts/Contacts';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Page } from '@/ui/Page';
import { Section } from '@/ui/Section';

/**
 * /m/customer: how to reach us, open to everybody; writing to us needs a login. The hotline does not wait for the server, which may be
 * what somebody calls about: only the hours and how long an answer takes do.
 */
export default function CustomerPage() {
  const { t } = useTranslation('support');
  const nav = useNav();
  const { data: contacts } = useApiQuery('support/contacts', {});
  return (
    <Page>
      <div className="stack stack-24">
        <Contacts contacts={contacts} />
        <Section title={t('contacts.write')}>
          <RowGroup>
            <LinkRow
              track="writeMessage"
              title={t('message.title')}
              text={contacts && t('message.row', { count: contacts.messageDays })}
              onClick={() => nav.to('/m/customer/online')}
            />
            <LinkRow
              track="complain"
              title={t('complaint.title')}
              text={contacts && t('complaint.row', { count: contacts.complaintDays })}
              onClick={() => nav.to('/m/customer/complain')}
            />
            <LinkRow track="openTickets" title={t('ticket.listTitle')} onClick={() => nav.to('/m/customer/tickets')} />
            <LinkRow track="openHardship" title={t('hardship.title')} text={t('hardship.row')} onClick={() => nav.to('/m/customer/hardship')} />
          </RowGroup>
        </Section>
      </div>
    </Page>
  );
}
