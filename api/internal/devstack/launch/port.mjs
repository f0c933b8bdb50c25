// TCP ports on loopback, for servers that are started with their number.
import { createServer } from 'node:net';

// As in api/internal/devstack/port: below the ports of outgoing connections and of listeners that ask for any port, which would
// otherwise take a port before it is used. Each process starts elsewhere and tries all others before it returns a port again.
const first = 20_000;
const count = 12_768;
let next = Math.floor(Math.random() * count);

const free = (port) =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .on('error', (error) => (['EADDRINUSE', 'EACCES'].includes(error.code) ? resolve(false) : reject(error)))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Returns a port that was free a moment ago. */
export async function freePort() {
  for (let tries = 0; tries < count; tries++) {
    const port = first + (next++ % count);
    if (await free(port)) return port;
  }
  throw new Error('no free port on loopback');
}
