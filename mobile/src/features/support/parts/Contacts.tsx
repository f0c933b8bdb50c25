import type { ContactsData } from '@loanmarket/shared-types/api';
import { hoursText } from '../hours';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { CopyRow } from '@/ui/CopyRow';
import { Tag } from '@/ui/Tag';

/** Hotline with its hours, e-mail and address. */
export function Contacts({ contacts }: { contacts: ContactsData }) {
  const { t } = useTranslation('support');
  const { hotline, email, address, company, hours, openNow } = contacts;
  return (
    <Card>
      <div className="stack">
        <div className="stack stack-4">
          <p className="row">
            <span className="text-14 quiet">{t('contacts.hotline')}</span>
            {hours.days.length > 0 && <Tag tone={openNow ? 'positive' : 'plain'}>{t(openNow ? 'contacts.open' : 'contacts.closed')}</Tag>}
          </p>
          <p className="title-28">{hotline}</p>
          {hours.days.length > 0 && <p className="quiet">{hoursText(hours)}</p>}
        </div>
        <Button onClick={() => (window.location.href = `tel:${hotline}`)}>{t('contacts.call')}</Button>
        <CopyRow label={t('contacts.email')} value={email} />
        <div className="stack stack-4">
          <p className="text-14 quiet">{t('contacts.address')}</p>
          <p>{company}</p>
          <p>{address}</p>
        </div>
      </div>
    </Card>
  );
}
