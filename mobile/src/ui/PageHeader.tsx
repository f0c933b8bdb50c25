import { useRef, type ReactNode } from 'react';
import { classes } from './classes';
import { BackIcon } from './icons';
import styles from './PageHeader.module.css';
import { useSwipeBack } from './useSwipeBack';
import { isNativeApp } from '@/bridge/host';
import { textOr, useTextWithoutSuspense } from '@/i18n';
import { useNav, useQueryParam } from '@/lib/nav/nav';
import { topBackStep } from '@/lib/nav/overlayEntry';
import { useRoute } from '@/lib/nav/route';

interface PageHeaderProps {
  title?: string | undefined;
  /** The content has been scrolled under the header. */
  raised: boolean;
  end?: ReactNode;
}

/**
 * The title (empty until its texts are loaded) and a back button, only if the route has one and the page is not inside
 * the native app, where on iPhones a swipe goes back.
 */
export function PageHeader({ title, raised, end }: PageHeaderProps) {
  const route = useRoute();
  const say = useTextWithoutSuspense(route.title);
  const nav = useNav();
  const back = useQueryParam('back');
  // Only a step within the page can be on top here, because an overlay also covers the header.
  const leave = () => {
    const step = topBackStep();
    if (step) step();
    else if (back === '0') nav.replace('/');
    else nav.back();
  };
  const header = useRef<HTMLElement>(null);
  useSwipeBack(header, route.back ?? false, leave);
  return (
    <header ref={header} className={classes(styles.header, raised && styles.raised)}>
      <div className={styles.side}>
        {route.back && !isNativeApp() && (
          <button type="button" data-track="back" className={styles.back} aria-label={say('common:action.back')} onClick={leave}>
            <BackIcon />
          </button>
        )}
      </div>
      <h1 className={styles.title}>{title ?? textOr(route.title, '')}</h1>
      <div className={classes(styles.side, styles.end)}>{end}</div>
    </header>
  );
}
