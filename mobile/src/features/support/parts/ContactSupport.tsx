import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { LinkRow, RowGroup } from '@/ui/LinkRow';

/** The third option besides the two kinds of requests: talk to support. */
export function ContactSupport() {
  const { t } = useTranslation('support');
  const nav = useNav();
  return (
    <RowGroup>
      <LinkRow track="contactSupport" title={t('hardship.talk')} text={t('hardship.talkText')} onClick={() => nav.to('/m/customer')} />
    </RowGroup>
  );
}
