// Which steps a test run has, and which of them run beside each other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedFiles, goPackages, modulePath, reachedPackages, reachedTests, reachedWalks, skippedTests, walkFiles } from './changed.mjs';
import * as steps from './steps.mjs';
import { pooled } from './pooler.mjs';
import { otherStore } from './store.mjs';
import { root } from './tools.mjs';
import { oldPhones } from './walks.mjs';

/**
 * Two lanes, for two processors: Go and the browsers wait much, for databases and for pages, and what the other lane has
 * to compute fits between. `last` comes when both have ended. The longest of what computes alone stands beside the walks, which
 * wait most: beside `go test`, which waits less, there is enough else.
 */
const step = (lane, group, name, work, after) => ({ lane, group, name, work, after });

/** Computes longest of what waits for nothing. */
const longest = 'mobile: test';

/** Every step. */
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
    // It computes for minutes where it has seen nothing before.
    ...(process.env.CI ? [step('compute', 'check', 'staticcheck', steps.staticcheck)] : []),
    ...workspaces.filter(({ name }) => name !== longest),
    step('compute', 'native', 'Android and iOS shells', steps.native),
    step('compute', 'audit', 'govulncheck', steps.govulncheck),
    step('compute', 'audit', 'npm audit', steps.npmAudit),
    ...workspaces.filter(({ name }) => name === longest).map((tests) => ({ ...tests, after: 'go test' })),
    // After all tests: it asks how those ended that the table names.
    step('last', 'check', 'specification', steps.proofs),
  ];
}

/** The steps of a workspace, as far as it has the scripts. */
function workspaceSteps(workspace) {
  const { scripts = {} } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  const work = { test: steps.vitest(workspace), build: steps.appBuild };
  // What is built first is what the walks of the other lane wait for.
  return ['build', 'lint', 'typecheck', 'test', 'size']
    .filter((name) => scripts[name])
    .map((name) => step('compute', 'app', `${workspace}: ${name}`, work[name] ?? steps.script(name, workspace)));
}

/** The steps that a change can reach, each with what of it. */
export function reachedSteps(since) {
  const files = changedFiles(since);
  const touches = (pattern) => files.some((file) => pattern.test(file));
  const packages = touches(/\.go$|^go\.|^migrations\/|^api\/|^shared-types\//) ? reachedPackages(files, goPackages()) : [];
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
