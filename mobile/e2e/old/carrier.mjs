import { createServer, request } from 'node:http';

/** A door to the stack through which a person comes from an address of their own, for browsers that add no headers. */
export function fromAnotherAddress(base, address) {
  const { hostname, port } = new URL(base);
  const server = createServer((from, back) => {
    const on = request({ hostname, port, method: from.method, path: from.url, headers: { ...from.headers, 'x-forwarded-for': address } }, (answer) => {
      back.writeHead(answer.statusCode, answer.headers);
      answer.pipe(back);
    });
    on.on('error', () => back.destroy());
    from.pipe(on);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      // The page must call the same host that it came from.
      resolve({
        base: `http://127.0.0.1:${server.address().port}`,
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      });
    });
  });
}
