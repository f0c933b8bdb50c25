import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { freePort } from './port.mjs';

test('a free port is none that the system gives to others, and is not returned again at once', async () => {
  const port = await freePort();
  assert.ok(port < 32_768);
  assert.notEqual(await freePort(), port);
});

test('a port on which something listens is left out', async () => {
  const taken = (await freePort()) + 1;
  const server = createServer();
  // If another program has just taken it, all the better.
  await new Promise((resolve) => server.on('error', resolve).listen(taken, '127.0.0.1', resolve));
  assert.notEqual(await freePort(), taken);
  server.close();
});
