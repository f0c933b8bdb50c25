import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { findRoute } from '../routes/decide';
import { table } from '../routes/table';
import { textOr, useTextWithoutSuspense } from '@/i18n';
import { useConfig } from '@/lib/config';

/** Sets the document title to that of the page in front, for the tab list, the history and screen readers. */
export function PageTitle() {
  const { prodName } = useConfig();
  const title = findRoute(table, useLocation().pathname)?.title ?? 'common:page.notFoundTitle';
  useTextWithoutSuspense(title);
  const words = textOr(title, '');
  useEffect(() => {
    document.title = words ? `${words} · ${prodName}` : prodName;
  }, [words, prodName]);
  return null;
}
