import { describe, expect, it } from 'vitest';
import { destination } from './destination';

describe('destination', () => {
  it('returns to the page that required the login, including its query', () => {
    expect(destination('/m/loan/detail/42?amount=5000000', true)).toBe('/m/loan/detail/42?amount=5000000');
  });

  it('is home without a redirect, with a greeting for a new member', () => {
    expect(destination(null, true)).toBe('/?isNewMember=1');
    expect(destination(null, false)).toBe('/');
  });

  it.each(['https://evil.example/m', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])('ignores a redirect that leaves the app: %s', (redirect) => {
    expect(destination(redirect, false)).toBe('/m/home');
  });
});
