import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Language } from '../../src/i18n';

/** The success criteria that a screen meets: WCAG 2.2, levels A and AA. */
const CRITERIA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Colours and structure are the same in every language: looked at in this one. */
const WHOLE: Language = 'vi';

/** What a language's texts can break: names that are empty, and the tongue in which they are read out. */
const OF_TEXTS = ['html-has-lang', 'html-lang-valid', 'valid-lang', 'document-title', 'button-name', 'link-name', 'label', 'image-alt', 'input-button-name', 'svg-img-alt', 'aria-input-field-name', 'aria-toggle-field-name', 'aria-command-name', 'select-name', 'label-content-name-mismatch'];

/** Each line is a rule that the screen breaks, and where. */
export async function violations(page: Page, language: Language): Promise<string[]> {
  // In this page alone: the app has no frames, and another tab for each look would take longer than the look.
  // Of what passes, one element is described for each rule, not all of them: that is two fifths of the work.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations: found } = await (language === WHOLE ? axe.withTags(CRITERIA) : axe.withRules(OF_TEXTS)).analyze();
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ target, html, any }) => `${id} (${help}): ${target.join(' ')} ${html.slice(0, 160)} ${any[0]?.message ?? ''}`));
}
