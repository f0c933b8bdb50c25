import { createServer, request } from 'node:http';

/**
 * A door to the stack through which a person comes from an address of their own, for browsers that add no headers. It can
 * keep the calls of a path waiting.
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
      // The page must call the same host that it came from.
      resolve({
        base: `http://127.0.0.1:${server.address().port}`,
        /** Keeps calls of the path waiting; answers with what lets them through. */
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
