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

/** The header's background switches after this much scroll (spec 2). */
const SWITCH_PX = 100;

interface PageProps {
  children: ReactNode;
  /** Instead of the route's title. */
  title?: string;
  /** The page's primary action (and at most one quiet one): stays in reach of the thumb, above the keyboard. */
  action?: ReactNode;
  /** Something small at the right of the header. */
  end?: ReactNode;
  /** What stands on the page is asked for anew when it is pulled down. Not for forms. */
  refreshes?: boolean;
  /** White instead of the canvas, for pages that are one document. */
  paper?: boolean;
  /** Nothing on the page can be tapped: so that the arrow keys can scroll it, its text takes the focus itself. */
  textOnly?: boolean;
}

/** What every page consists of: header as its route asks, scrolling content, sticky action, tabs. */
export function Page({ children, title, action, end, refreshes, paper, textOnly }: PageProps) {
  const route = useRoute();
  const main = useRef<HTMLElement>(null);
  useFocusRestore(main);
  const [scrolled, setScrolled] = useState(false);
  // Fetched with the first touch: nobody pulls before.
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
