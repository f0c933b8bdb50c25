/**
 * Returns the first page as packed into an app. It contains the API origin, which on the web is that of the page
 * itself.
 */
export function withOrigin(html, origin) {
  const packed = html.replace('<head>', `<head>\n    <meta name="api-origin" content="${origin}" />`);
  if (packed === html) throw new Error('index.html has no <head> to write the origin of the server into.');
  return packed;
}
