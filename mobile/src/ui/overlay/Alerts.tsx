import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../Button';
import { alertList } from './alerts';
import styles from './Alerts.module.css';
import { Overlay } from './Overlay';
import { useTranslation } from '@/i18n';

/** The message of `showAlert` that waits for its answer. */
export function Alerts() {
  const { t } = useTranslation();
  const [item] = alertList.useItems();
  const [answered, setAnswered] = useState(false);
  if (!item) return answered ? <SecondTap onOver={() => setAnswered(false)} /> : null;
  const { id, track, title, message, confirm, cancel, danger } = item;
  const answer = (confirmed: boolean) => {
    setAnswered(true);
    item.answer(confirmed);
  };
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

/** How long after the first the second tap of two comes. */
const SECOND_TAP_MS = 300;

/** Lies where an alert was: the second tap of two would fall on the page below. */
function SecondTap({ onOver }: { onOver: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onOver, SECOND_TAP_MS);
    return () => clearTimeout(timer);
    // Once, from its beginning.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return createPortal(<div className={styles.secondTap} aria-hidden="true" />, document.body);
}
