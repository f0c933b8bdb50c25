// `npm run shell -w mobile -- <productId>`: prepares the Android and iOS projects for one product, with its pages. Then
// they can be built with fastlane in mobile/android and mobile/ios, or with Android Studio and Xcode.
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
// A shell reads the pages from its own package, where compressed copies would only add size.
for (const path of readdirSync(pages, { recursive: true })) if (/\.(br|gz)$/.test(path)) rmSync(join(pages, path));

console.log(cap('sync').trim());
console.log(`The projects are now those of ${product.name} (${product.package}) ${product.version}; the server is ${product.apiOrigin}.`);
