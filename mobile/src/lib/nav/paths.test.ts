import { describe, expect, it } from 'vitest';
import { pageBehind, redirectTarget } from './paths';

describe('redirectTarget', () => {
  it.each(['/m/order/detail/42?tab=a', '/m/loan/loanIndex?loanId=1&amount=5000000', '/'])('returns %s', (target) => {
    expect(redirectTarget(`?redirect=${encodeURIComponent(target)}`)).toBe(target);
  });

  it.each([
    'https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example/x', '\t//evil.example', '/.//evil.example', '//', 'javascript:alert(1)', '',
    '/m/login?redirect=x', '/m/x/../login', '/m/order/detail/%E0',
  ])(
    'returns /m/home for %j',
    (target) => {
      expect(redirectTarget(`?redirect=${encodeURIComponent(target)}`)).toBe('/m/home');
    },
  );
});

describe('pageBehind', () => {
  it.each([
    ['/', '/m/home'],
    ['/?isNewMember=1', '/m/home?isNewMember=1'],
    ['/m', '/m/home'],
    ['/m/?a=1', '/m/home?a=1'],
    ['/m/home', '/m/home'],
    ['/m/home/index?cc=1', '/m/home?cc=1'],
    ['/m/mall/viettel/index', '/m/mall/viettel'],
    ['/m/mall/viettel/index/more', '/m/mall/viettel/index/more'],
    ['/m/mall/index', '/m/mall/index'],
    ['/m/order/detail/42?tab=a', '/m/order/detail/42?tab=a'],
  ])('maps %s to %s', (path, page) => {
    expect(pageBehind(path)).toBe(page);
  });
});
