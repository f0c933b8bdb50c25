import type { DraftState } from '@/lib/draftSaver';
import styles from './DraftLine.module.css';
import { useTranslation } from '@/i18n';
import { formatTime } from '@/lib/format/date';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';

/** Whether the input is saved, in one quiet line. If the server rejects it, the reason and a link to correct that. */
export function DraftLine({ state, restored }: { state: DraftState; restored: boolean }) {
  const { t } = useTranslation('verify');
  const nav = useNav();
  const words = {
    idle: () => (restored ? t('draft.restored') : ''),
    saving: () => t('draft.saving'),
    saved: () => t('draft.saved', { time: state.at === 'saved' ? formatTime(state.savedAt) : '' }),
    failed: () => t('draft.offline'),
    refused: () => (state.at === 'refused' ? t('draft.refused', { why: state.refusal.message }) : ''),
  }[state.at]();
  return (
    <>
      <p className={styles.line} role="status">
        {words}
      </p>
      {state.at === 'refused' && state.refusal.details.reason === 'consent_withdrawn' && (
        <Button track="openConsents" look="text" onClick={() => nav.to('/m/account/consents')}>
          {t('draft.consents')}
        </Button>
      )}
    </>
  );
}
