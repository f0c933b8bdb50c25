import { useLayoutEffect } from 'react';
import { useConfig } from '@/lib/config';
import { applyBrand } from '@/ui/theme/brand';

/** Paints the product's colour. */
export function Theme() {
  const { themeColor } = useConfig();
  useLayoutEffect(() => applyBrand(themeColor), [themeColor]);
  return null;
}
