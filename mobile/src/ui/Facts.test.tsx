import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Facts } from './Facts';

it('separates facts by dots, also for screen readers', () => {
  const { container } = render(<Facts facts={['Đến hạn Thứ Hai', 'còn 91\u00a0ngày']} />);
  expect(container.textContent).toBe('Đến hạn Thứ Hai · còn 91\u00a0ngày');
});
