import { render, type RenderResult } from '@testing-library/react';
import type { ReactElement } from 'react';
import { galleryConfig } from '@/gallery/config';
import { loadTexts, startTexts, type Area } from '@/i18n';
import { setConfig } from '@/lib/config';

/** Renders an element with Vietnamese texts, including those of `areas`, and a Vietnamese configuration. */
export async function renderInVietnam(element: ReactElement, ...areas: Area[]): Promise<RenderResult> {
  setConfig(galleryConfig);
  await startTexts('vi');
  await loadTexts(areas);
  return render(element);
}
