import { useLayoutEffect } from 'react';
import { useConfig } from '@/lib/config';
import { applyBrand } from '@/ui/theme/brand';

/** Applies the product's brand colour. */
export function Theme() {
  const { themeColor } = useConfig();
  useLayoutEffect(() => applyBrand(themeColor), [themeColor]);
  return null;
}
