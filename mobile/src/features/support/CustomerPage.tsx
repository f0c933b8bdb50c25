import { Contacts } from './parts/Contacts';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Page } from '@/ui/Page';
import { Section } from '@/ui/Section';

/**
 * /m/customer: contact data, open to everybody; a message requires a login. The hotline is shown without waiting for
 * the server, whose failure may be the reason for the call. Only the opening hours and response times are loaded.
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
