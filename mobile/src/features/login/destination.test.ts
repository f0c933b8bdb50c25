import { describe, expect, it } from 'vitest';
import { destination } from './destination';

describe('destination', () => {
  it('leads back to where the login was asked for, query included', () => {
    expect(destination('/m/loan/detail/42?amount=5000000', true)).toBe('/m/loan/detail/42?amount=5000000');
  });

  it('greets a new member at home', () => {
    expect(destination(null, true)).toBe('/?isNewMember=1');
    expect(destination(null, false)).toBe('/');
  });

  it.each(['https://evil.example/m', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])('never leaves the app: %s', (redirect) => {
    expect(destination(redirect, false)).toBe('/m/home');
  });
});
