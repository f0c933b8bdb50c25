import { classes } from '../classes';
import { CheckIcon, WarnIcon } from '../icons';
import { toastList } from './toasts';
import styles from './Toasts.module.css';

/**
 * Shows the messages of `toast` below the header, so that they cover neither the back button nor the keyboard nor the
 * primary action.
 */
export function Toasts() {
  const items = toastList.useItems();
  return (
    <div className={styles.stack} role="status" aria-live="polite">
      {items.map(({ id, message, tone }) => (
        <div key={id} className={classes(styles.toast, styles[tone])}>
          {tone === 'positive' && <CheckIcon size={20} />}
          {tone === 'danger' && <WarnIcon size={20} />}
          <span>{message}</span>
        </div>
      ))}
    </div>
  );
}
