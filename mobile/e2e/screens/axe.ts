import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Language } from '../../src/i18n';

/** The success criteria that every screen must meet: WCAG 2.2, levels A and AA. */
const CRITERIA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Colours and structure are the same in every language, so all rules are only checked in this one. */
const WHOLE: Language = 'vi';

/** The rules that a language's texts can break: empty names, and the language of the page. */
const OF_TEXTS = ['html-has-lang', 'html-lang-valid', 'valid-lang', 'document-title', 'button-name', 'link-name', 'label', 'image-alt', 'input-button-name', 'svg-img-alt', 'aria-input-field-name', 'aria-toggle-field-name', 'aria-command-name', 'select-name', 'label-content-name-mismatch'];

/** Returns the rules that the screen violates, with the elements. */
export async function violations(page: Page, language: Language): Promise<string[]> {
  // Legacy mode runs in this page alone: the app has no frames, and an extra tab per check would take longer than the
  // check. For passed rules only one element is described, which saves two fifths of the work.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations: found } = await (language === WHOLE ? axe.withTags(CRITERIA) : axe.withRules(OF_TEXTS)).analyze();
  return found.flatMap(({ id, help, nodes }) => nodes.map(({ target, html, any }) => `${id} (${help}): ${target.join(' ')} ${html.slice(0, 160)} ${any[0]?.message ?? ''}`));
}
