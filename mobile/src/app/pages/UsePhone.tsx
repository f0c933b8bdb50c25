import { useTranslation } from '@/i18n';
import { useConfig, webAddress } from '@/lib/config';
import { useOwnLocation } from '@/lib/nav/nav';
import { CopyRow } from '@/ui/CopyRow';
import { Card } from '@/ui/Card';
import { Page } from '@/ui/Page';
import { PhonePicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

/**
 * /403#/m/...: asks desktop users to open the app on a phone, and shows the URL that they had opened, so that they can
 * copy it.
 */
export default function UsePhone() {
  const { t } = useTranslation();
  const { prodName } = useConfig();
  const opened = useOwnLocation().hash.slice(1);
  const address = webAddress() + (opened.startsWith('/') ? opened : '');
  return (
    <Page>
      <StateView whole picture={<PhonePicture />} title={t('page.phoneTitle')} text={t('page.phoneText')} />
      <Card>
        <CopyRow track="copyAddress" label={prodName} value={address} />
      </Card>
    </Page>
  );
}
