import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LanguageSwitch } from './LanguageSwitch';
import { setLanguage } from '@/i18n';
import { renderInVietnam } from '@/test/render';

it('has the lang attribute of its label’s language', async () => {
  await renderInVietnam(<LanguageSwitch />);
  await act(async () => setLanguage('cn'));
  expect(screen.getByRole('button').lang).toBe('zh-CN');
  await act(async () => setLanguage('vi'));
});
