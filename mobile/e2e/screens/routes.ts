import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

/** The paths of the route table, read from its source files. */
export function routePaths(): string[] {
  const files = readdirSync(`${src}features`).flatMap((area) => ['ts', 'tsx'].map((ending) => `${src}features/${area}/routes.${ending}`));
  const paths = [...files, `${src}app/pages/routes.ts`]
    .filter((file) => existsSync(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path!));
  return [...new Set(paths)].sort();
}
