import { expect, it } from 'vitest';
import { table } from './table';
import { linkGroups } from '@/features/home/links';
import { languages, loadTexts, startTexts, text, type Area, type Language, type TextKey } from '@/i18n';

it.each(Object.keys(languages) as Language[])('no heading of the tab "mine" in %s is also its own title, or that of a page below it', async (language) => {
  await startTexts(language);
  for (const { title, routes } of linkGroups(table, true)) {
    await loadTexts(['home', ...routes.map((route) => route.title.split(':')[0] as Area)]);
    expect(text(`home:${title}`)).not.toBe(text('common:tab.mine'));
    expect(routes.map((route) => text(route.title as TextKey))).not.toContain(text(`home:${title}`));
  }
});
