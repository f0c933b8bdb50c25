// Capacitor's CLI needs Node 22. If the machine's Node is older, the Node among the tools runs it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './product.mjs';
import { run } from './run.mjs';

export const tools = join(root, 'mobile/native/tools');

/** Installs the tools that only the shells need, once. They are not part of the clone's own packages. */
export function installTools() {
  if (existsSync(join(tools, 'node_modules/.package-lock.json'))) return;
  run('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: tools });
}

export function cap(...args) {
  installTools();
  const carried = join(tools, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node');
  const node = Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : carried;
  if (!existsSync(node)) throw new Error('Capacitor 8 needs Node 22 or later: run this command with it.');
  return run(node, [join(root, 'node_modules/@capacitor/cli/bin/capacitor'), ...args], { env: { CAPACITOR_TELEMETRY: '0', CI: '1' } });
}
