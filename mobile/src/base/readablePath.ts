/** Whether the history can go to a path: a percent sign that begins no character stops it. */
export function isReadable(pathname: string): boolean {
  try {
    // A call whose result nobody uses is left out of the build.
    return decodeURI(pathname) !== '';
  } catch {
    return false;
  }
}
