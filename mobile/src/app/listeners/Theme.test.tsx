import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Theme } from './Theme';
import { galleryConfig } from '@/gallery/config';
import { setConfig } from '@/lib/config';
import { renderInVietnam } from '@/test/render';

// spec: 3.product-config-drives
it('takes name and colour from the product, and follows a change', async () => {
  const brand = () => document.documentElement.style.getPropertyValue('--brand');
  await renderInVietnam(<Theme />);
  expect(document.title).toBe(galleryConfig.prodName);
  expect(brand().toLowerCase()).toBe(galleryConfig.themeColor.toLowerCase());
  act(() => setConfig({ ...galleryConfig, prodName: 'Vay Xanh', themeColor: '#1D4ED8' }));
  expect(document.title).toBe('Vay Xanh');
  expect(brand().toLowerCase()).toBe('#1d4ed8');
});
