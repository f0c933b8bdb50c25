import { linkGroups } from '../links';
import { trackName } from '@/base/trackName';
import { useTranslation, type Area } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { useRoutes } from '@/lib/nav/route';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Section } from '@/ui/Section';

/** Links to all other pages, with the titles of those pages. */
export function Links({ loggedIn }: { loggedIn: boolean }) {
  const groups = linkGroups(useRoutes(), loggedIn);
  const areas = Array.from(new Set(groups.flatMap(({ routes }) => routes.map(({ title }) => title.split(':')[0] as Area))));
  const { t } = useTranslation(['home', ...areas]);
  const nav = useNav();
  return (
    <>
      {groups.map(({ title, routes }) => (
        <Section key={title} title={t(`home:${title}`)}>
          <RowGroup>
            {routes.map((route) => (
              <LinkRow key={route.path} track={trackName('open', route.path.slice('/m/'.length))} title={<span className="first-up">{(t as (key: string) => string)(route.title)}</span>} onClick={() => nav.to(route.path)} />
            ))}
          </RowGroup>
        </Section>
      ))}
    </>
  );
}
