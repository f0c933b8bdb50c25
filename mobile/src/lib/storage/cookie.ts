/** Reads a cookie that scripts may see. */
export function readCookie(name: string): string | null {
  const start = `${name}=`;
  const found = document.cookie.split('; ').find((part) => part.startsWith(start));
  return found ? decodeURIComponent(found.slice(start.length)) : null;
}

/** Writes a cookie for the whole site. */
export function writeCookie(name: string, value: string, hours: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${hours * 3600}; SameSite=Lax${secure}`;
}

/** Removes a cookie. */
export function removeCookie(name: string): void {
  writeCookie(name, '', 0);
}
