import { useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { OfflinePicture } from '@/ui/pictures/states';
import { StateView } from '@/ui/states';

interface ExtendOutcomeUnknownProps {
  /** The accepted due date. */
  day: string;
  busy: boolean;
  onAgain: () => void;
}

/** Shown when the response was lost: the due date may or may not have moved. It is safe to repeat the same request. */
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
