import { Button } from '../Button';
import { alertList } from './alerts';
import styles from './Alerts.module.css';
import { Overlay } from './Overlay';
import { useTranslation } from '@/i18n';

/** Shows the `showAlert` message that is waiting for an answer. */
export function Alerts() {
  const { t } = useTranslation();
  const [item] = alertList.useItems();
  if (!item) return null;
  const { id, track, title, message, confirm, cancel, danger, answer } = item;
  return (
    <Overlay key={id} open onClose={() => answer(false)} label={title} shape="box" role="alertdialog">
      <div className={styles.words}>
        <h2 className="title-20">{title}</h2>
        {message && <p className="quiet">{message}</p>}
      </div>
      <div className={styles.buttons}>
        <Button track={`${track}Confirm`} look={danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
          {confirm ?? t('action.ok')}
        </Button>
        {cancel && (
          <Button track={`${track}Cancel`} look="quiet" onClick={() => answer(false)}>
            {cancel}
          </Button>
        )}
      </div>
    </Overlay>
  );
}
