import { readdirSync, readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Facts } from './Facts';

it('separates facts by dots, also for screen readers', () => {
  const { container } = render(<Facts facts={['Đến hạn Thứ Hai', 'còn 91\u00a0ngày']} />);
  expect(container.textContent).toBe('Đến hạn Thứ Hai · còn 91\u00a0ngày');
});

it('no style sheet draws such a dot, which would begin a line once the facts wrap', () => {
  const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  expect(sheets.length).toBeGreaterThan(20);
  expect(sheets.filter((file) => /content: '·'/.test(readFileSync(`src/${file}`, 'utf8')))).toEqual([]);
});
