import { useTranslation } from '@/i18n';
import { useConfig } from '@/lib/config';
import { CopyRow } from '@/ui/CopyRow';
import { Card } from '@/ui/Card';
import { Page } from '@/ui/Page';
import { PhonePicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

/** Desktop browsers are asked to use a phone, and get the address to take along. */
export default function UsePhone() {
  const { t } = useTranslation();
  const { baseUrl, prodName } = useConfig();
  const address = baseUrl || window.location.origin;
  return (
    <Page>
      <StateView whole picture={<PhonePicture />} title={t('page.phoneTitle')} text={t('page.phoneText')} />
      <Card>
        <CopyRow label={prodName} value={address} />
      </Card>
    </Page>
  );
}
