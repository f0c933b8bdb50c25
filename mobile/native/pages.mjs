/** The first page as it is packed into an app: it says where the server is, which on the web it came from. */
export function withOrigin(html, origin) {
  const packed = html.replace('<head>', `<head>\n    <meta name="api-origin" content="${origin}" />`);
  if (packed === html) throw new Error('index.html has no <head> to write the origin of the server into.');
  return packed;
}
