import { useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { OfflinePicture } from '@/ui/pictures/states';
import { StateView } from '@/ui/states';

interface ExtendOutcomeUnknownProps {
  /** The due date that was agreed to. */
  day: string;
  busy: boolean;
  onAgain: () => void;
}

/** No answer came: the due date may have moved or not, and asking for the same once more is safe. */
export function ExtendOutcomeUnknown({ day, busy, onAgain }: ExtendOutcomeUnknownProps) {
  const { t } = useTranslation(['repay', 'common']);
  return (
    <Page
      action={
        <Button track="retry" busy={busy} onClick={onAgain}>
          {t('common:action.retry')}
        </Button>
      }
    >
      <div role="alert">
        <StateView picture={<OfflinePicture />} title={t('extend.outcomeUnknown')} text={t('extend.outcomeUnknownText', { day: formatDay(day) })} />
      </div>
    </Page>
  );
}
