import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ownPackages, reachedPackages, reachedTests, reachedWalks, skippedTests, walkFiles } from './changed.mjs';
import { featureWalks, longTests, pageWalks, processTests, shellWalks } from './features.mjs';
import { root } from './tools.mjs';

const own = (ImportPath, Imports, ForTest) => ({ ImportPath, Imports, ForTest, Dir: `/r/${ImportPath.split(/[ ]/)[0].replace(/^m\//, '').replace(/_test$/, '')}`, Module: { Main: true } });

/** money <- ledger <- pay; the tests of pay use stack, which imports media. */
const packages = ownPackages([
  own('m/money', ['fmt']),
  own('m/ledger', ['m/money']),
  own('m/pay', ['m/ledger']),
  own('m/media', []),
  own('m/stack', ['m/media']),
  own('m/pay [m/pay.test]', ['m/ledger'], 'm/pay'),
  own('m/pay_test [m/pay.test]', ['m/pay [m/pay.test]', 'm/stack'], 'm/pay'),
  own('m/pay.test', ['testing']),
  { ImportPath: 'fmt', Standard: true, Dir: '/go/fmt' },
], '/r');

test('a change reaches Go packages whose code or tests import it, also indirectly', () => {
  assert.deepEqual(reachedPackages(['money/money.go'], packages), ['m/ledger', 'm/money', 'm/pay']);
  assert.deepEqual(reachedPackages(['media/store.go'], packages), ['m/media', 'm/pay', 'm/stack']);
  assert.deepEqual(reachedPackages(['pay/pay.go'], packages), ['m/pay']);
});

test('a changed test reaches only its own package; embedded data reach what the package reaches', () => {
  assert.deepEqual(reachedPackages(['money/money_test.go'], packages), ['m/money']);
  assert.deepEqual(reachedPackages(['money/testdata/a.txt'], packages), ['m/money']);
  assert.deepEqual(reachedPackages(['money/data/deep/a.yaml'], packages), ['m/ledger', 'm/money', 'm/pay']);
  assert.deepEqual(reachedPackages(['README.md'], packages), []);
  assert.deepEqual(reachedPackages(['go.sum'], packages), [...packages.keys()].sort());
});

test('process tests that take minutes are skipped if only a feature changed', () => {
  const all = ownPackages([own('m/api/internal/base/clock', []), own('m/api/internal/flow/customersupport', ['m/api/internal/base/clock']), own('m/api/cmd/loanmarket', ['m/api/internal/flow/customersupport'])], '/r');
  assert.deepEqual(reachedPackages(['api/internal/flow/customersupport/a.go', 'README.md'], all), ['m/api/internal/flow/customersupport']);
  assert.deepEqual(reachedPackages(['api/internal/flow/customersupport/a.go', 'api/internal/base/clock/a.go'], all), [...all.keys()].sort());
  assert.deepEqual(reachedPackages(['api/internal/flow/customersupport/a.go', 'api/cmd/loanmarket/main_test.go'], all).length, 2);
});

test('a long test is skipped if only an unrelated feature changed', () => {
  assert.deepEqual(skippedTests(['api/internal/flow/remind/scan.go', 'api/README.md']), ['TestGeneratedRequests', 'TestFaceWorkerBehindAPI']);
  assert.deepEqual(skippedTests(['api/internal/domain/face/check.go']), ['TestGeneratedRequests']);
  for (const other of ['api/internal/door/api/support.go', 'api/internal/base/region/data/regions/vi.yaml', 'shared-types/openapi.yaml', 'migrations/0001_member.up.sql', 'go.sum']) {
    assert.deepEqual(skippedTests(['api/internal/flow/remind/scan.go', other]), [], other);
  }
});

test('walks are reached by their feature, by their own files and helpers, and by the app shell', () => {
  const walks = new Map([['loan', new Set(['loan.spec.ts', 'walk/borrow.ts'])], ['pages', new Set(['pages.spec.ts'])], ['support', new Set(['support.spec.ts'])]]);
  assert.deepEqual(reachedWalks(['mobile/src/features/support/Thread.tsx'], walks), ['support']);
  assert.deepEqual(reachedWalks(['mobile/e2e/walk/borrow.ts'], walks), ['loan']);
  assert.deepEqual(reachedWalks(['mobile/src/app/guard.ts'], walks), ['loan', 'pages']);
  assert.deepEqual(reachedWalks(['mobile/src/app/guard.test.ts', 'mobile/src/features/support/screens.test.tsx', 'api/x.go', 'mobile/package.json'], walks), []);
});

test('Vitest gets the changed files of a workspace; a changed configuration reaches all tests', () => {
  assert.deepEqual(reachedTests(['mobile/src/a.ts', 'mobile/e2e/a.spec.ts', 'api/a.go'], 'mobile'), ['mobile/src/a.ts']);
  assert.deepEqual(reachedTests(['shared-types/src/a.ts'], 'mobile'), ['shared-types/src/a.ts']);
  assert.equal(reachedTests(['api/a.go', 'mobile/e2e/a.spec.ts'], 'mobile'), undefined);
  assert.equal(reachedTests(['mobile/vite.config.ts'], 'mobile'), 'all');
  assert.equal(reachedTests(['package-lock.json'], 'shared-types'), 'all');
});

test('a change reaches the tests that read the file, and the walks of the landing page and of the service worker', () => {
  const pages = ownPackages([own('m/api/internal/door/pages', []), own('m/api/internal', []), own('m/money', [])], '/r');
  assert.deepEqual(reachedPackages(['mobile/landing.html'], pages), ['m/api/internal/door/pages']);
  assert.deepEqual(reachedPackages(['mobile/src/main.tsx'], pages), ['m/api/internal']);
  assert.deepEqual(reachedPackages(['mobile/capacitor.json'], pages), []);
  assert.ok(reachedTests(['mobile/landing.html'], 'mobile').includes('mobile/src/landing/flow.test.ts'));
  assert.ok(reachedTests(['mobile/index.html'], 'mobile').includes('mobile/src/app/boot.test.ts'));
  assert.deepEqual(reachedTests(['mobile/public/sw.js'], 'mobile'), ['mobile/src/features/offline/sw.test.ts', 'mobile/src/features/offline/swDown.test.ts']);
  const walks = walkFiles();
  assert.deepEqual(reachedWalks(['mobile/landing.html'], walks), ['ads', 'landing']);
  assert.deepEqual(reachedWalks(['mobile/src/landing/form.ts'], walks), ['ads', 'landing']);
  assert.deepEqual(reachedWalks(['mobile/pixel.html'], walks), ['ads']);
  assert.deepEqual(reachedWalks(['mobile/public/sw.js'], walks), ['offline', 'update']);
});

test('every feature has walks, and every listed folder, test and walk exists', () => {
  for (const folder of processTests) assert.ok(existsSync(join(root, folder)), `missing folder ${folder}`);
  const calls = join(root, 'api', 'internal', 'door', 'api');
  const tests = readdirSync(calls).filter((name) => name.endsWith('_test.go')).map((name) => readFileSync(join(calls, name), 'utf8')).join('\n');
  for (const name of Object.keys(longTests)) assert.ok(tests.includes(`func ${name}(`), `missing test ${name}`);
  const walks = walkFiles();
  const features = readdirSync(join(root, 'mobile', 'src', 'features'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(Object.keys(featureWalks).sort(), features.sort());
  for (const name of [...shellWalks, ...Object.values(featureWalks).flat(), ...pageWalks.flatMap(({ walks }) => walks)]) assert.ok(walks.has(name), `missing walk ${name}`);
  assert.ok(walks.get('loan').has('walk/verify.ts'), 'imported helpers must be included');
  assert.ok(walks.get('loan').has('walk/ops.mjs'), 'helpers run by Node must be included');
});
