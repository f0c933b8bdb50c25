import type { ContentPage } from '@loanmarket/shared-types/api';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useContent, type ContentName } from '../hooks/useContent';
import { Blocks } from './Blocks';
import { useTranslation } from '@/i18n';
import { formatDayShort } from '@/lib/format/date';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';

/** A page with one text of the operator. `after` is shown below it. */
export function DocumentPage({ name, after }: { name: Exclude<ContentName, 'guide'>; after?: ReactNode }) {
  const { t } = useTranslation('info');
  const content = useContent(name);
  return (
    <Page paper>
      <div className="stack stack-24">
        <ContentView content={content} below={t(`${name}.title`)} />
        {content.data && after}
      </div>
    </Page>
  );
}

/**
 * A text with its title, and its version if borrowers accept it. `below` is the title above it, so that it is not shown
 * twice.
 */
export function ContentView({ content, below }: { content: UseQueryResult<ContentPage, Error>; below?: string }) {
  const { t } = useTranslation('info');
  return (
    <QueryView query={content} skeleton={<ListSkeleton count={4} />}>
      {({ title, version, since, blocks }) => (
        <article className="stack stack-8">
          <h2 className={title === below ? 'unseen' : 'title-28'}>{title}</h2>
          {version && <p className="text-14 quiet">{t('version', { version, shortDay: formatDayShort(since) })}</p>}
          <Blocks blocks={blocks} />
        </article>
      )}
    </QueryView>
  );
}
