import type { DraftState } from '@/lib/draftSaver';
import styles from './DraftLine.module.css';
import { useTranslation } from '@/i18n';
import { formatTime } from '@/lib/format/date';

/** Whether what was typed is safe, in one quiet line. */
export function DraftLine({ state, restored }: { state: DraftState; restored: boolean }) {
  const { t } = useTranslation('verify');
  const words = {
    idle: () => (restored ? t('draft.restored') : ''),
    saving: () => t('draft.saving'),
    saved: () => t('draft.saved', { time: state.at === 'saved' ? formatTime(state.savedAt) : '' }),
    failed: () => t('draft.offline'),
  }[state.at]();
  return (
    <p className={styles.line} role="status">
      {words}
    </p>
  );
}
