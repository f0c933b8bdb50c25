// `npm run shell -w mobile -- <productId>`: makes the Android and iOS projects those of one product, with its pages in them.
// What is left is to build them: fastlane in mobile/android and mobile/ios, or Android Studio and Xcode.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cap } from './cap.mjs';
import { drawIcon } from './icon.mjs';
import { withOrigin } from './pages.mjs';
import { defaultProduct, productFiles, readProduct, root } from './product.mjs';
import { run } from './run.mjs';

const product = readProduct(process.argv[2] ?? defaultProduct);
for (const [path, text] of Object.entries(productFiles(product))) writeFileSync(join(root, path), text);
await drawIcon(product.color);

const pages = join(root, 'mobile/build/shell');
run('npm', ['run', '--silent', 'build', '-w', 'mobile', '--', '--outDir', pages, '--emptyOutDir']);
const first = join(pages, 'index.html');
writeFileSync(first, withOrigin(readFileSync(first, 'utf8'), product.apiOrigin));
// A shell reads the pages from its own package: packed copies would only make it larger.
for (const path of readdirSync(pages, { recursive: true })) if (/\.(br|gz)$/.test(path)) rmSync(join(pages, path));

console.log(cap('sync').trim());
console.log(`The projects are now those of ${product.name} (${product.package}) ${product.version}; the server is ${product.apiOrigin}.`);
