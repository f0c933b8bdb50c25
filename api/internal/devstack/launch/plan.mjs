// Defines the steps of a test run and which of them run concurrently.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedFiles, goPackages, modulePath, reachedPackages, reachedTests, reachedWalks, skippedTests, walkFiles } from './changed.mjs';
import * as steps from './steps.mjs';
import { pooled } from './pooler.mjs';
import { otherStore } from './store.mjs';
import { root } from './tools.mjs';
import { oldPhones } from './walks.mjs';

/**
 * A step of one of two lanes, for two processors: Go and the browsers often wait for databases and pages, and the computations
 * of the other lane use that time. `last` runs after both. The longest computing step runs beside the walks, which wait most:
 * `go test` waits less, and other steps fill its time.
 */
const step = (lane, group, name, work, after) => ({ lane, group, name, work, after });

/** The longest computing step that depends on no other. */
const longest = 'mobile: test';

/** Returns every step. */
export function everyStep() {
  const workspaces = ['shared-types', 'mobile'].flatMap(workspaceSteps);
  return [
    step('serve', 'check', 'go vet', steps.vet()),
    step('serve', 'go', 'go test', steps.goTests()),
    step('serve', 's3', 'another S3 server', otherStore),
    step('serve', 'pgbouncer', 'PgBouncer', pooled()),
    step('serve', 'e2e', 'browser', steps.e2e()),
    step('serve', 'old', 'old phones', oldPhones),
    step('compute', 'check', 'generated files', steps.generated),
    step('compute', 'check', 'gofmt', steps.gofmt),
    step('compute', 'check', 'launcher', steps.launcher),
    // It computes for minutes without a warm cache.
    ...(process.env.CI ? [step('compute', 'check', 'staticcheck', steps.staticcheck)] : []),
    ...workspaces.filter(({ name }) => name !== longest),
    step('compute', 'native', 'Android and iOS shells', steps.native),
    step('compute', 'audit', 'govulncheck', steps.govulncheck),
    step('compute', 'audit', 'npm audit', steps.npmAudit),
    ...workspaces.filter(({ name }) => name === longest).map((tests) => ({ ...tests, after: 'go test' })),
    // After all tests, because it checks the results of the tests that the table names.
    step('last', 'check', 'specification', steps.proofs),
  ];
}

/** Returns the steps of a workspace, for the scripts that it has. */
function workspaceSteps(workspace) {
  const { scripts = {} } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  const work = { test: steps.vitest(workspace), build: steps.appBuild };
  // The build comes first because the walks of the other lane wait for it.
  return ['build', 'lint', 'typecheck', 'test', 'size']
    .filter((name) => scripts[name])
    .map((name) => step('compute', 'app', `${workspace}: ${name}`, work[name] ?? steps.script(name, workspace)));
}

/** Returns the steps that a change can affect, each restricted to the affected parts. */
export function reachedSteps(since) {
  const files = changedFiles(since);
  const touches = (pattern) => files.some((file) => pattern.test(file));
  const packages = touches(/\.go$|^go\.|^migrations\/|^api\/|^shared-types\/|^mobile\//) ? reachedPackages(files, goPackages()) : [];
  const skipped = skippedTests(files);
  const walks = reachedWalks(files, walkFiles());
  const list = [];
  const add = (condition, ...step_) => condition && list.push(step(...step_));
  add(packages.length, 'serve', 'check', `go vet (${packages.length} packages)`, steps.vet(packages));
  add(packages.length, 'serve', 'go', `go test (${packages.length} packages)`, steps.goTests(packages, skipped));
  add(walks.length, 'serve', 'e2e', `browser (${walks.join(', ')})`, steps.e2e(walks));
  add(touches(/^shared-types\/openapi\.yaml$|\/generate\.go$|^api\/internal\/base\/reason\//), 'compute', 'check', 'generated files', steps.generated);
  add(touches(/\.go$/), 'compute', 'check', 'gofmt', steps.gofmt);
  add(touches(/\/devstack\/(launch|mutation)\//), 'compute', 'check', 'launcher', steps.launcher);
  add(touches(/^mobile\/.*\.(m?[jt]s|tsx|css)$/), 'compute', 'app', 'mobile: lint', steps.lint(files));
  for (const workspace of ['shared-types', 'mobile']) {
    const tests = reachedTests(files, workspace);
    add(tests, 'compute', 'app', `${workspace}: typecheck`, steps.script('typecheck', workspace));
    add(tests, 'compute', 'app', `${workspace}: test`, steps.vitest(workspace, tests === 'all' ? undefined : tests));
  }
  add(touches(/^mobile\/(native|android|ios)\/|^capacitor\.config/), 'compute', 'native', 'Android and iOS shells', steps.native);
  console.log(list.length ? `${files.length} changed files reach:` : 'Nothing that is tested has changed.');
  const tell = (what, names) => names.length && console.log(`  ${what}: ${names.join(', ')}`);
  tell('Go packages', packages.map((path) => path.replace(`${modulePath}/`, '')));
  tell('without', packages.length ? skipped : []);
  tell('walks', walks);
  return list;
}
