import { afterEach, describe, expect, it } from 'vitest';
import { readCookie, removeCookie, writeCookie } from './cookie';

afterEach(() => ['token', 'stray', '_fbp', 'appBaseInfo'].forEach(removeCookie));

describe('a cookie', () => {
  it('comes back as it was written', () => {
    writeCookie('token', 'a b%;ộ', 1);
    expect(readCookie('token')).toBe('a b%;ộ');
    expect(readCookie('tok')).toBeNull();
  });

  it('that somebody else wrote with a stray % is read as it stands, and breaks nothing', () => {
    document.cookie = '_fbp=fb.1.100%.2; Path=/';
    expect(readCookie('_fbp')).toBe('fb.1.100%.2');
  });
});
