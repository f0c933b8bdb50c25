import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import manifest from '../package.json';

const root = fileURLToPath(new URL('..', import.meta.url));

it('the committed types match the contract (otherwise: npm run generate)', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  try {
    const made = join(folder, 'api.gen.ts');
    const cli = join(createRequire(import.meta.url).resolve('openapi-typescript/package.json'), '../bin/cli.js');
    const options = manifest.scripts.generate.split(' ').slice(1).map((word) => (word === 'src/api.gen.ts' ? made : word));
    execFileSync(process.execPath, [cli, ...options], { cwd: root, stdio: 'ignore' });
    expect(readFileSync(join(root, 'src/api.gen.ts'), 'utf8')).toBe(readFileSync(made, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
