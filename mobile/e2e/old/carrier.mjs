import { createServer, request } from 'node:http';

/**
 * A proxy to the stack that gives a client an IP address of its own, for browsers that cannot add headers. It can hold
 * back calls of a path.
 */
export function fromAnotherAddress(base, address) {
  const { hostname, port } = new URL(base);
  const waiting = new Map();
  const server = createServer(async (from, back) => {
    await waiting.get(from.url);
    const on = request({ hostname, port, method: from.method, path: from.url, headers: { ...from.headers, 'x-forwarded-for': address } }, (answer) => {
      back.writeHead(answer.statusCode, answer.headers);
      answer.pipe(back);
    });
    on.on('error', () => back.destroy());
    from.pipe(on);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      // The page must call the host that it was loaded from.
      resolve({
        base: `http://127.0.0.1:${server.address().port}`,
        /** Holds back calls of a path. Returns a function that releases them. */
        hold(path) {
          let letThrough;
          waiting.set(path, new Promise((open) => (letThrough = open)));
          return () => {
            waiting.delete(path);
            letThrough();
          };
        },
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      });
    });
  });
}
