// What a change can affect: Go packages by imports, tests of the app by Vitest itself, walks by feature.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Sentence, goEnv, root } from './tools.mjs';
import { featureCode, featureWalks, longTests, pageWalks, processTests, shellWalks } from './features.mjs';

/** Files of a workspace whose change may affect all of its tests. */
const everywhere = /(^|\/)(package\.json|tsconfig\.json|vite[\w.]*\.config\.ts|vitest\.config\.ts|package-lock\.json)$/;

/**
 * Returns the changed files, relative to the root: uncommitted changes, and on a branch also the commits since it left the main
 * branch. `since` names another commit to compare with.
 */
export function changedFiles(since) {
  const git = (...args) => {
    const { status, stdout, stderr, error } = spawnSync('git', ['-c', 'safe.directory=*', ...args], { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Sentence(`git could not tell what has changed: ${error?.message ?? stderr}`);
    return stdout.split('\0').filter(Boolean);
  };
  const known = (ref) => spawnSync('git', ['-c', 'safe.directory=*', 'rev-parse', '-q', '--verify', ref], { cwd: root }).status === 0;
  const from = since ?? ['origin/main', 'main'].find(known) ?? 'HEAD';
  return [...new Set([...git('diff', '-z', '--name-only', '--merge-base', from), ...git('ls-files', '-z', '--others', '--exclude-standard')])].sort();
}

/** The prefix of the import paths of our packages. */
export const modulePath = 'github.com/loanmarket/loanmarket';

/**
 * Returns the Go packages of this module by path: { path, dir relative to the root, code and tests: the packages that each
 * imports }.
 */
export function goPackages() {
  const { status, stdout, stderr } = spawnSync('go', ['list', '-test', '-deps', '-json=ImportPath,Dir,Imports,ForTest,Standard,Module', './...'], {
    cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30, env: { ...process.env, ...goEnv },
  });
  if (status !== 0) throw new Sentence(`go list could not read the packages:\n${stderr}`);
  const all = JSON.parse(`[${stdout.trim().replaceAll(/\n}\n{\n/g, '\n},\n{\n')}]`);
  return ownPackages(all, root);
}

/** Merges the entries of `go list -test -deps` for a package and its tests. */
export function ownPackages(listed, top) {
  const own = listed.filter((p) => p.Module?.Main && !p.ImportPath.endsWith('.test'));
  const plain = (path) => path.replace(/ \[.*$/, '').replace(/_test$/, '');
  const packages = new Map();
  for (const p of own) {
    // A variant that is only recompiled for another package's test contains no new information.
    const path = plain(p.ImportPath);
    const entry = packages.get(path) ?? { path, dir: p.Dir.slice(top.length + 1), code: new Set(), tests: new Set() };
    const imports = (p.Imports ?? []).map(plain).filter((other) => other !== path);
    imports.forEach((other) => (p.ForTest ? entry.tests : entry.code).add(other));
    packages.set(path, entry);
  }
  return packages;
}

/** Returns whether the changed files of the API belong only to features, so that no other code depends on them. */
const ofFeatures = (files) => files.filter((file) => /^(api|migrations|shared-types)\/.*(?<!\.md)$|^go\./.test(file)).every((file) => featureCode.test(file));

/** Returns the long Go tests that need not run for a change of these files. */
export const skippedTests = (files) => (ofFeatures(files) ? Object.keys(longTests).filter((name) => !files.some((file) => longTests[name].test(file))) : []);

/** Returns the files and folders outside of a Go package that its tests read, relative to the root. */
function readsOf(dir) {
  const folder = join(root, dir);
  const tests = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('_test.go')) : [];
  return tests.flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/"((?:\.\.\/)+[^"]+)"/g)].map(([, path]) => relative(root, join(folder, path))));
}

/** Returns the paths of the Go packages whose tests a change of these files can affect. */
export function reachedPackages(files, packages) {
  if (files.some((file) => /^go\.(mod|sum)$/.test(file))) return [...packages.keys()].sort();
  const byDir = new Map([...packages.values()].map((p) => [p.dir, p.path]));
  const changed = new Set();
  const own = new Set(); // packages of which only tests, or what they read, have changed
  const outside = [];
  for (const file of files) {
    // Embedded files and test data belong to the package that contains their folder.
    let dir = dirname(file);
    while (dir !== '.' && !byDir.has(dir)) dir = dirname(dir);
    if (dir === '.') outside.push(file);
    else (/_test\.go$|\/testdata\//.test(file) ? own : changed).add(byDir.get(dir));
  }
  if (outside.length) {
    const reads = (one) => readsOf(one.dir).some((path) => outside.some((file) => file === path || file.startsWith(`${path}/`)));
    [...packages.values()].filter(reads).forEach(({ path }) => own.add(path));
  }
  const known = new Map();
  /** Returns whether a package's code has changed or imports changed code. */
  const touched = (path) => {
    if (!known.has(path)) {
      known.set(path, changed.has(path));
      known.set(path, changed.has(path) || [...(packages.get(path)?.code ?? [])].some(touched));
    }
    return known.get(path);
  };
  const feature = ofFeatures(files);
  return [...packages.values()].filter(({ path, dir, tests }) =>
    own.has(path) || (!(feature && processTests.includes(dir)) && (touched(path) || [...tests].some(touched)))).map(({ path }) => path).sort();
}

/** Returns the files of each walk: the files of its folder that it imports, including itself. */
export function walkFiles(folder = join(root, 'mobile', 'e2e')) {
  const imports = (file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/from '(\.\.?\/[^']+)'/g)]
    .map(([, path]) => join(dirname(file), path).replace(/(\.m?[jt]s)?$/, (ending) => ending || '.ts'))
    .filter((path) => !path.startsWith('..') && existsSync(join(folder, path)));
  const all = (file, seen = new Set()) => {
    if (!seen.has(file)) {
      seen.add(file);
      imports(file).forEach((other) => all(other, seen));
    }
    return seen;
  };
  const specs = readdirSync(folder).filter((file) => file.endsWith('.spec.ts'));
  return new Map(specs.map((file) => [file.replace('.spec.ts', ''), all(file)]));
}

/** Returns the names of the walks that cover a change of these files. */
export function reachedWalks(files, walks) {
  const reached = new Set();
  for (const file of files) {
    const [, helper] = /^mobile\/e2e\/(.+)$/.exec(file) ?? [];
    const [, feature] = /^mobile\/src\/features\/([^/]+)\//.exec(file) ?? [];
    if (/\.test\.tsx?$/.test(file)) continue; // not part of the app
    if (helper) walks.forEach((made, name) => made.has(helper) && reached.add(name));
    else if (feature) (featureWalks[feature] ?? shellWalks).forEach((name) => reached.add(name));
    else if (/^mobile\/(src\/|\w+\.html$|public\/)/.test(file)) {
      const beside = pageWalks.filter((page) => page.files.test(file));
      (beside.length ? beside.flatMap((page) => page.walks) : shellWalks).forEach((name) => reached.add(name));
    }
  }
  return [...reached].filter((name) => walks.has(name)).sort();
}

/**
 * Returns the files to pass to Vitest in a workspace; 'all' if a change may affect everything, undefined if nothing is
 * affected.
 */
export function reachedTests(files, workspace) {
  const inside = files.filter((file) => file.startsWith(`${workspace}/`) || (workspace === 'mobile' && file.startsWith('shared-types/')) || file === 'package-lock.json');
  if (inside.some((file) => everywhere.test(file))) return 'all';
  const code = inside.filter((file) => /\.(tsx?|mjs|css|json|ya?ml)$/.test(file) && !/^mobile\/(e2e|native|android|ios)\//.test(file));
  // Vitest knows only what is imported.
  const read = inside.filter((file) => /^mobile\/(\w+\.html$|public\/)/.test(file));
  const all = [...code, ...(read.length ? testsThatRead(read) : [])];
  return all.length ? all : undefined;
}

/** Returns the tests of the app that name one of the files, relative to the root. */
function testsThatRead(files) {
  const names = files.map((file) => `'${file.replace('mobile/', '')}'`);
  const tests = ['src', 'scripts'].flatMap((folder) => readdirSync(join(root, 'mobile', folder), { recursive: true }).map((file) => `mobile/${folder}/${file}`)).filter((file) => /\.test\.tsx?$/.test(file));
  return tests.filter((file) => names.some((name) => readFileSync(join(root, file), 'utf8').includes(name))).sort();
}
