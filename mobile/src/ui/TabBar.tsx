import { classes } from './classes';
import { HomeIcon, LoanIcon, MineIcon, OrderIcon } from './icons';
import styles from './TabBar.module.css';
import { useNav } from '@/app/nav';
import { tabs, type Tab } from '@/app/routes/row';
import { table } from '@/app/routes/table';
import { useTranslation } from '@/i18n';

const icons = { home: HomeIcon, loan: LoanIcon, order: OrderIcon, mine: MineIcon };

/** The tabs of /m/home. */
export function TabBar({ active }: { active: Tab }) {
  const { t } = useTranslation();
  const nav = useNav();
  const rows = tabs.flatMap((tab) => table.filter((row) => row.tab === tab));
  return (
    <nav className={styles.bar} aria-label={t('tab.label')}>
      {rows.map(({ tab, path }) => {
        const Icon = icons[tab!];
        const current = tab === active;
        return (
          <button
            key={path}
            type="button"
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
