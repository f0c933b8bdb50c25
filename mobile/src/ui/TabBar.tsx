import { classes } from './classes';
import { HomeIcon, LoanIcon, MineIcon, OrderIcon } from './icons';
import styles from './TabBar.module.css';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { tabs, useRoutes, type Tab } from '@/lib/nav/route';

const icons = { home: HomeIcon, loan: LoanIcon, order: OrderIcon, mine: MineIcon };

/** The tabs of /m/home. */
export function TabBar({ active }: { active: Tab }) {
  const { t } = useTranslation();
  const nav = useNav();
  const routes = useRoutes();
  const rows = tabs.flatMap((tab) => routes.filter((row) => row.tab === tab));
  return (
    <nav className={styles.bar} aria-label={t('tab.label')}>
      {rows.map(({ tab, path }) => {
        const Icon = icons[tab!];
        const current = tab === active;
        return (
          <button
            key={path}
            type="button"
            data-track={`${tab!}Tab`}
            className={classes(styles.tab, current && styles.current)}
            aria-current={current ? 'page' : undefined}
            onClick={() => current || nav.tab(path)}
          >
            <Icon filled={current} />
            <span>{t(`tab.${tab!}`)}</span>
          </button>
        );
      })}
    </nav>
  );
}
