import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Router } from 'react-router';
import { PageTitle } from './PageTitle';
import { galleryConfig } from '@/gallery/config';
import { setConfig } from '@/lib/config';
import { history } from '@/lib/nav/history';
import { renderInVietnam } from '@/test/render';

// spec: 3.product-config-drives
it('sets the title to page and product, and updates it after navigation and a configuration change', async () => {
  history.replace('/m/terms');
  await renderInVietnam(<Router history={history}><PageTitle /></Router>, 'info');
  expect(document.title).toBe(`Điều khoản sử dụng · ${galleryConfig.prodName}`);
  act(() => history.push('/m/privacy'));
  const privacy = document.title;
  expect(privacy).not.toContain('Điều khoản');
  act(() => setConfig({ ...galleryConfig, prodName: 'Vay Xanh' }));
  expect(document.title).toBe(privacy.replace(galleryConfig.prodName, 'Vay Xanh'));
});
