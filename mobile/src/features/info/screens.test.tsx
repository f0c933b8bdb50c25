import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { galleryConfig } from '@/gallery/config';
import { address, open, press } from '@/test/screen';
import type { Data } from '@/lib/api/contract';

const text = (page: string, title: string, version = ''): Data<'content/{page}'> => ({
  page,
  title,
  version,
  since: '2026-10-31',
  blocks: [{ kind: 'paragraph', spans: [{ text: `Lời của ${page}.` }], items: [] }],
});

afterEach(() => vi.restoreAllMocks());

// spec: 2.m-aboutus, 1.info, 6.visitor-open
it('/m/aboutus shows the about text to everyone', async () => {
  const { asked } = await open('/m/aboutus', { 'content/{page}': text('about', 'Chúng tôi là ai') }, 'visitor');
  expect(asked).toEqual([{ path: 'content/about', body: {} }]);
  for (const words of ['Chúng tôi là ai', 'Lời của about.']) screen.getByText(words);
});

it.each([
  ['Về chúng tôi', 'unseen'],
  ['Chúng tôi là ai', 'title-28'],
])('shows the title of a text only once: %s', async (title, className) => {
  await open('/m/aboutus', { 'content/{page}': text('about', title) }, 'visitor');
  expect(screen.getByRole('heading', { level: 2, name: title }).className).toBe(className);
});

// spec: 2.m-privacy, 2.m-terms, 1.info
it.each([
  ['/m/privacy', 'privacy', 'Quyền riêng tư'],
  ['/m/terms', 'terms', 'Điều khoản'],
])('%s shows the text %s with its version to everyone', async (path, page, title) => {
  const { asked } = await open(path, { 'content/{page}': text(page, title, '1.0') }, 'visitor');
  expect(address()).toBe(path);
  expect(asked).toEqual([{ path: `content/${page}`, body: {} }]);
  for (const words of [title, `Lời của ${page}.`, 'Phiên bản 1.0, áp dụng từ 31/10/2026']) screen.getByText(words);
});

// spec: 2.m-privacy2
it('/m/privacy2 shows the text about cookies and advertising, with the consent choice', async () => {
  const { asked } = await open('/m/privacy2', { 'content/{page}': text('privacy2', 'Cookie') }, 'visitor');
  expect(asked).toEqual([{ path: 'content/privacy2', body: {} }]);
  screen.getByText('Lời của privacy2.');
  screen.getByText('Bạn không cho phép công cụ quảng cáo.');
  await press('Cho phép');
  screen.getByText('Bạn đang cho phép công cụ quảng cáo.');
});

// spec: 2.m-helpcenter, 1.info, 6.visitor-open, 7.guide
it('/m/helpCenter shows the answers and the guide to everyone', async () => {
  await open('/m/helpCenter', { 'content/{page}': text('help', 'Câu hỏi'), 'main/h5/guide': text('guide', 'Hướng dẫn') }, 'visitor');
  for (const words of ['Câu hỏi', 'Lời của help.', 'Hướng dẫn', 'Lời của guide.']) screen.getByText(words);
});

// spec: 2.m-favorite
it.each([
  ['Mozilla/5.0 (Linux; Android 13) Chrome/124.0', ['Trên Android (Chrome)', 'Trên iPhone (Safari)']],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X)', ['Trên iPhone (Safari)', 'Trên Android (Chrome)']],
])('/m/favorite explains how to save the address of home, the own platform first: %s', async (userAgent, order) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  await open('/m/favorite', {}, 'visitor');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(order);
  expect(screen.getAllByRole('listitem')).toHaveLength(6);
  screen.getByText(`${galleryConfig.baseUrl}/m/home`);
});
