// The name and look of a product's shell, read from the server's product file, which is their only source.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const defaultProduct = '20005';

/**
 * Reads a product's file. `PRODUCTS_DIR` replaces the folder of product files, and `API_ORIGIN` the server, which is by
 * default the product's first host.
 */
export function readProduct(id, environment = process.env) {
  const file = join(environment.PRODUCTS_DIR ? resolve(environment.INIT_CWD ?? '.', environment.PRODUCTS_DIR) : join(root, 'api/internal/base/appproduct/data/vi'), `${id}.yaml`);
  if (!/^\d+$/.test(id) || !existsSync(file)) throw new Error(`There is no product ${id}: ${file} is missing.`);
  const text = readFileSync(file, 'utf8');
  const field = (name) => new RegExp(`^${name}:[ \\t]*"?([^"\\n]*?)"?[ \\t]*$`, 'm').exec(text)?.[1] ?? '';
  const host = /^hosts:[ \t]*\[([^\],]+)/m.exec(text)?.[1].trim() ?? '';
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const product = {
    id,
    name: field('prodName'),
    package: field('packageName'),
    color: field('themeColor'),
    host,
    apiOrigin: environment.API_ORIGIN || field('baseUrl') || `https://${host}`,
    version,
    build: buildNumber(version),
  };
  check(product);
  return product;
}

/** The increasing build number that the stores require: 1.2.3 becomes 1002003. */
export function buildNumber(version) {
  const parts = /^(\d+)\.(\d{1,3})\.(\d{1,3})$/.exec(version);
  if (!parts) throw new Error(`The version ${version} of package.json is not of the form 1.2.3.`);
  return Number(parts[1]) * 1_000_000 + Number(parts[2]) * 1_000 + Number(parts[3]);
}

function check({ id, name, package: pack, color, host, apiOrigin }) {
  const rules = [
    [name !== '', 'prodName is empty'],
    [/^[a-z]\w*(\.[a-z]\w*)+$/.test(pack), `packageName "${pack}" is no package name`],
    [/^#[0-9a-f]{6}$/i.test(color), `themeColor "${color}" is no colour`],
    [/^[a-z0-9.-]+\.[a-z]+$/.test(host), `host "${host}" is no host name`],
    [/^https:\/\/[^/]+$/.test(apiOrigin), `the server's origin "${apiOrigin}" is not of the form https://host`],
  ];
  for (const [holds, complaint] of rules) if (!holds) throw new Error(`Product ${id}: ${complaint}.`);
}

const xml = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/'/g, "\\'");

/** The files of the two projects that contain product data, by path. */
export function productFiles(product) {
  return {
    'mobile/android/product.properties': [
      `applicationId=${product.package}`, `versionName=${product.version}`, `versionCode=${product.build}`, '',
    ].join('\n'),
    'mobile/android/app/src/main/res/values/product.xml': `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <string name="app_name" translatable="false">${xml(product.name)}</string>
    <string name="link_host" translatable="false">${product.host}</string>
    <color name="brand">${product.color}</color>
</resources>
`,
    'mobile/ios/product.xcconfig': [
      `PRODUCT_BUNDLE_IDENTIFIER = ${product.package}`, `APP_DISPLAY_NAME = ${product.name}`,
      `MARKETING_VERSION = ${product.version}`, `CURRENT_PROJECT_VERSION = ${product.build}`, `LINK_HOST = ${product.host}`, '',
    ].join('\n'),
  };
}
