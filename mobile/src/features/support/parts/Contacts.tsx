import type { ContactsData } from '@loanmarket/shared-types/api';
import { hoursText } from '../hours';
import { useTranslation } from '@/i18n';
import { useConfig } from '@/lib/config';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { CopyRow } from '@/ui/CopyRow';
import { Tag } from '@/ui/Tag';

/**
 * The hotline with its hours, e-mail and address. Until the response arrives, the data of the configuration is shown.
 */
export function Contacts({ contacts }: { contacts: ContactsData | undefined }) {
  const { t } = useTranslation('support');
  const { prodPhone, prodEmail, prodAddress, companyName } = useConfig();
  const { hotline, email, address, company } = contacts ?? { hotline: prodPhone, email: prodEmail, address: prodAddress, company: companyName };
  const served = contacts && contacts.hours.days.length > 0 ? contacts : null;
  return (
    <Card>
      <div className="stack">
        <div className="stack stack-4">
          <p className="row">
            <span className="text-14 quiet">{t('contacts.hotline')}</span>
            {served && <Tag tone={served.openNow ? 'positive' : 'plain'}>{t(served.openNow ? 'contacts.open' : 'contacts.closed')}</Tag>}
          </p>
          <p className="title-28">{hotline}</p>
          {served && <p className="quiet">{hoursText(served.hours)}</p>}
        </div>
        {/* Outside the opening hours nobody answers the phone, so writing is the primary action. */}
        <Button track="callHotline" look={served && !served.openNow ? 'quiet' : 'primary'} onClick={() => (window.location.href = `tel:${hotline}`)}>{t('contacts.call')}</Button>
        <CopyRow track="copyEmail" label={t('contacts.email')} value={email} />
        <div className="stack stack-4">
          <p className="text-14 quiet">{t('contacts.address')}</p>
          <p>{company}</p>
          <p>{address}</p>
        </div>
      </div>
    </Card>
  );
}
