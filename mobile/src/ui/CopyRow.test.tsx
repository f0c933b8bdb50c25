import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CopyRow } from './CopyRow';
import { setLanguage } from '@/i18n';
import { renderInVietnam } from '@/test/render';

it('copies its value, and announces it in a status element that existed before', async () => {
  const written = vi.fn(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: written }, configurable: true });
  await renderInVietnam(<CopyRow track="copyAmount" label="Số tiền" value="2.150.000 ₫" copy="2150000" />);
  const status = screen.getByRole('status');
  const button = screen.getByRole('button', { name: 'Sao chép: Số tiền' });
  expect(status.textContent).toBe('');
  // Screen readers do not announce changes inside an element with an accessible name of its own.
  expect(button.contains(status)).toBe(false);
  await act(async () => button.click());
  expect(written).toHaveBeenCalledWith('2150000');
  expect(screen.getByRole('status')).toBe(status);
  expect(status.textContent).toBe('Đã sao chép: Số tiền');
});

it('is named with the colon of the language', async () => {
  const { rerender } = await renderInVietnam(<p />);
  await act(() => setLanguage('cn'));
  rerender(<CopyRow track="copyAmount" label="金额" value="100" />);
  screen.getByRole('button', { name: '复制：金额' });
  await act(() => setLanguage('vi'));
});

it('announces nothing if nothing was copied', async () => {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  document.execCommand = () => false;
  await renderInVietnam(<CopyRow track="copyAmount" label="Số tiền" value="2.150.000 ₫" />);
  await act(async () => screen.getByRole('button').click());
  expect(screen.getByRole('status').textContent).toBe('');
});

it('allows line breaks in an e-mail address only before its @ and dots, and in no other value', async () => {
  const { container } = await renderInVietnam(<CopyRow track="copyEmail" label="Email" value="cham-soc.khach-hang@vayro.example.vn" />);
  const words = (text: string) => screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === text).innerHTML;
  expect(words('cham-soc.khach-hang@vayro.example.vn')).toBe('cham-soc<wbr>.khach-hang<wbr>@vayro<wbr>.example<wbr>.vn');
  container.remove();
  await renderInVietnam(<CopyRow track="copyAmount" label="Số tiền" value="2.150.000 ₫" />);
  expect(words('2.150.000 ₫')).toBe('2.150.000 ₫');
});
