import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Theme } from './Theme';
import { galleryConfig } from '@/gallery/config';
import { setConfig } from '@/lib/config';
import { renderInVietnam } from '@/test/render';

// spec: 3.product-config-drives
it('sets the brand colour of the product, and updates it after a configuration change', async () => {
  const brand = () => document.documentElement.style.getPropertyValue('--brand');
  await renderInVietnam(<Theme />);
  expect(brand().toLowerCase()).toBe(galleryConfig.themeColor.toLowerCase());
  act(() => setConfig({ ...galleryConfig, themeColor: '#1D4ED8' }));
  expect(brand().toLowerCase()).toBe('#1d4ed8');
});
