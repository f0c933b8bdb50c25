import { IonContent } from '@ionic/react';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { classes } from './classes';
import { PageHeader } from './PageHeader';
import styles from './Page.module.css';
import { StaleLine } from './StaleLine';
import { TabBar } from './TabBar';
import { useFocusRestore } from './useFocusRestore';
import { lazyPart } from '@/lib/lazy';
import { useRoute } from '@/lib/nav/route';

const Refresher = lazyPart('common', () => import('./Refresher'));

/** The scroll distance after which the header changes its background (spec 2). */
const SWITCH_PX = 100;

interface PageProps {
  children: ReactNode;
  /** Replaces the route's title. */
  title?: string;
  /**
   * The page's primary action (and at most one quiet action). It stays within reach at the bottom, above the keyboard.
   */
  action?: ReactNode;
  /** A small element at the right of the header. */
  end?: ReactNode;
  /** Pulling down reloads the page's data. Not for forms. */
  refreshes?: boolean;
  /** White background instead of the canvas colour, for pages that consist of one document. */
  paper?: boolean;
  /** The page has no tappable element, so its text takes the focus itself, which lets the arrow keys scroll it. */
  textOnly?: boolean;
}

/** The structure of every page: header as defined by the route, scrolling content, sticky action, tabs. */
export function Page({ children, title, action, end, refreshes, paper, textOnly }: PageProps) {
  const route = useRoute();
  const main = useRef<HTMLElement>(null);
  useFocusRestore(main);
  const [scrolled, setScrolled] = useState(false);
  // Loaded at the first touch, because it is not needed before.
  const [touched, setTouched] = useState(false);
  const touch = refreshes ? () => setTouched(true) : undefined;
  const header = route.header ?? true;
  return (
    <>
      {header && <PageHeader title={title} raised={scrolled} end={end} />}
      <IonContent
        className={classes(paper && styles.paper)}
        scrollEvents
        onIonScroll={(event) => setScrolled(event.detail.scrollTop > SWITCH_PX)}
      >
        {refreshes && touched && (
          <Suspense fallback={null}>
            <Refresher />
          </Suspense>
        )}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
        <main ref={main} className={classes(styles.body, !header && styles.headless)} tabIndex={textOnly ? 0 : undefined} onTouchStart={touch}>
          <StaleLine />
          {children}
        </main>
      </IonContent>
      {action && <div className={classes(styles.action, route.tab && styles.aboveTabs)}>{action}</div>}
      {route.tab && <TabBar active={route.tab} />}
    </>
  );
}
