import { render, type RenderResult } from '@testing-library/react';
import type { ReactElement } from 'react';
import { galleryConfig } from '@/gallery/config';
import { startTexts } from '@/i18n';
import { setConfig } from '@/lib/config';

/** Renders with Vietnamese texts and a Vietnamese deployment. */
export async function renderInVietnam(element: ReactElement): Promise<RenderResult> {
  setConfig(galleryConfig);
  await startTexts('vi');
  return render(element);
}
