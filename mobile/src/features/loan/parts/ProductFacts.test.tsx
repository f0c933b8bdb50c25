import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ProductFacts } from './ProductFacts';
import { setLanguage } from '@/i18n';
import { product } from '@/test/data/loan';
import { renderPage } from '@/test/page';

it('names the lender with the punctuation of each language', async () => {
  await renderPage(<ProductFacts product={product} />, '/', 'loan');
  screen.getByText('Bên cho vay:');
  await act(() => setLanguage('cn'));
  await screen.findByText('放款机构：');
  expect(document.body.textContent).not.toContain(':');
});
