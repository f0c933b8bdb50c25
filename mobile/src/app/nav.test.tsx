import { render, screen } from '@testing-library/react';
import { createMemoryHistory } from 'history';
import { act } from 'react';
import { Router } from 'react-router';
import { describe, expect, it } from 'vitest';
import { useQueryParam } from './nav';

function Shown() {
  return <p>{useQueryParam('orderId') ?? 'none'}</p>;
}

describe('useQueryParam', () => {
  it('follows its own page and ignores the page in front', () => {
    const history = createMemoryHistory({ initialEntries: ['/m/repay/normal'] });
    render(
      <Router history={history}>
        <Shown />
      </Router>,
    );
    screen.getByText('none');
    act(() => history.replace('/m/repay/normal?orderId=1'));
    screen.getByText('1');
    act(() => history.push('/m/order/detail/2?orderId=2'));
    expect(screen.queryByText('2')).toBeNull();
    screen.getByText('1');
  });
});
