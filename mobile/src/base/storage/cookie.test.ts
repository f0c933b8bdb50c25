import { afterEach, describe, expect, it } from 'vitest';
import { readCookie, removeCookie, writeCookie } from './cookie';

afterEach(() => ['token', 'stray', '_fbp', 'appBaseInfo'].forEach(removeCookie));

describe('cookies', () => {
  it('readCookie returns the value that was written', () => {
    writeCookie('token', 'a b%;ộ', 1);
    expect(readCookie('token')).toBe('a b%;ộ');
    expect(readCookie('tok')).toBeNull();
  });

  it('readCookie returns a value with an invalid escape unchanged', () => {
    document.cookie = '_fbp=fb.1.100%.2; Path=/';
    expect(readCookie('_fbp')).toBe('fb.1.100%.2');
  });
});
