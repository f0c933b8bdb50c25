/**
 * Whether the router's history can navigate to a path. It throws on a percent sign that does not start a valid escape.
 */
export function isReadable(pathname: string): boolean {
  try {
    // The result must be used, otherwise the build removes the call.
    return decodeURI(pathname) !== '';
  } catch {
    return false;
  }
}
