import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildNumber, defaultProduct, productFiles, readProduct, root } from '../product.mjs';
import { check, hold, mustNotice } from '../report.mjs';

check('the projects are generated for the default product', () => {
  for (const [path, text] of Object.entries(productFiles(readProduct(defaultProduct, {})))) {
    hold(readFileSync(join(root, path), 'utf8') === text, `${path} is stale: npm run shell -w mobile`);
  }
});

check('every product has its own package, and an unknown product is rejected', async () => {
  const [first, second] = ['20005', '20003'].map((id) => readProduct(id, {}));
  hold(first.package !== second.package && first.host !== second.host, 'Two products share a package or a host.');
  hold(readProduct('20005', { API_ORIGIN: 'https://test.example' }).apiOrigin === 'https://test.example', 'API_ORIGIN is not used.');
  await mustNotice('an unknown product', () => readProduct('1'));
  await mustNotice('a server without TLS', () => readProduct('20005', { API_ORIGIN: 'http://vayro.example' }));
});

check('products are read from PRODUCTS_DIR', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'products-'));
  try {
    const text = readFileSync(join(root, 'api/internal/base/appproduct/data/vi/20005.yaml'), 'utf8');
    writeFileSync(join(folder, '777.yaml'), text.replace(/^packageName:.*$/m, 'packageName: own.brand.app'));
    hold(readProduct('777', { PRODUCTS_DIR: folder }).package === 'own.brand.app', 'PRODUCTS_DIR is not used.');
    await mustNotice('a product that is missing in the folder', () => readProduct('20005', { PRODUCTS_DIR: folder }));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

check('the build number grows with the version', async () => {
  hold(buildNumber('1.2.3') === 1_002_003 && buildNumber('0.10.0') > buildNumber('0.9.99'), 'Build numbers do not grow.');
  await mustNotice('an invalid version', () => buildNumber('1.0-rc'));
});
