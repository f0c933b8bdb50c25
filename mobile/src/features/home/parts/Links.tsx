import { linkGroups } from '../links';
import { trackName } from '@/base/trackName';
import { useTranslation, type Area } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { useRoutes } from '@/lib/nav/route';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Section } from '@/ui/Section';

/** Everything else, under the titles of the pages themselves. */
export function Links({ loggedIn }: { loggedIn: boolean }) {
  const groups = linkGroups(useRoutes(), loggedIn);
  const areas = Array.from(new Set(groups.flatMap(({ rows }) => rows.map(({ title }) => title.split(':')[0] as Area))));
  const { t } = useTranslation(['home', ...areas]);
  const nav = useNav();
  return (
    <>
      {groups.map(({ title, rows }) => (
        <Section key={title} title={t(`home:${title}`)}>
          <RowGroup>
            {rows.map((row) => (
              <LinkRow key={row.path} track={trackName('open', row.path.slice('/m/'.length))} title={<span className="first-up">{(t as (key: string) => string)(row.title)}</span>} onClick={() => nav.to(row.path)} />
            ))}
          </RowGroup>
        </Section>
      ))}
    </>
  );
}
