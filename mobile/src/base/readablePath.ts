/** Whether the history can go to a path: a percent sign that begins no character stops it. */
export function isReadable(pathname: string): boolean {
  try {
    decodeURI(pathname);
    return true;
  } catch {
    return false;
  }
}
