/** Reads a cookie that scripts can access. A foreign cookie that cannot be decoded is returned unchanged. */
export function readCookie(name: string): string | null {
  const start = `${name}=`;
  const value = document.cookie.split('; ').find((part) => part.startsWith(start))?.slice(start.length);
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Writes a cookie with path `/`. */
export function writeCookie(name: string, value: string, hours: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${hours * 3600}; SameSite=Lax${secure}`;
}

/** Removes a cookie. */
export function removeCookie(name: string): void {
  writeCookie(name, '', 0);
}
