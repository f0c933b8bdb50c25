import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { freePort } from './port.mjs';

test('a free port is none that the system gives to others, and is not returned again', async () => {
  const port = await freePort();
  assert.ok(port < 32_768);
  assert.notEqual(await freePort(), port);
});

test('a port on which something listens is left out', async () => {
  const before = await freePort();
  const server = createServer();
  await new Promise((resolve) => server.listen(before + 1, '127.0.0.1', resolve));
  try {
    assert.notEqual(await freePort(), before + 1);
  } finally {
    server.close();
  }
});
