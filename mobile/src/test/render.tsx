import { render, type RenderResult } from '@testing-library/react';
import type { ReactElement } from 'react';
import { galleryConfig } from '@/gallery/config';
import { loadTexts, startTexts, type Area } from '@/i18n';
import { setConfig } from '@/lib/config';

/** Renders with Vietnamese texts, those of `areas` among them, and a Vietnamese deployment. */
export async function renderInVietnam(element: ReactElement, ...areas: Area[]): Promise<RenderResult> {
  setConfig(galleryConfig);
  await startTexts('vi');
  await loadTexts(areas);
  return render(element);
}
