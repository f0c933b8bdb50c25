// The Java of the plugin without an Android SDK: its types against Android 15 and Capacitor, against Android 7, the oldest
// that is served, and its logic on the plain virtual machine.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { tools } from '../cap.mjs';
import { root } from '../product.mjs';
import { Skip, check, hold, mustNotice } from '../report.mjs';
import { run } from '../run.mjs';

const app = join(root, 'mobile/android/app/src');
const capacitor = join(root, 'node_modules/@capacitor/android/capacitor/src/main/java');
const cordova = join(tools, 'node_modules/cordova-android/framework/src');
const stubs = join(root, 'mobile/native/stubs');
const newest = 'org.robolectric:android-all:15-robolectric-13954326';
const oldest = 'org.robolectric:android-all:7.0.0_r1-robolectric-r1';

const sources = (folder) => readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.java')).map((path) => join(folder, path));

/** The jar of a Maven coordinate, from the local repository or from Maven Central. */
function jar(coordinate) {
  for (const tool of ['javac', 'mvn']) if (spawnSync(tool, ['-version']).error) throw new Skip(`\`${tool}\` is missing: install a JDK 17 and Maven.`);
  const [group, name, version] = coordinate.split(':');
  const path = join(homedir(), '.m2/repository', ...group.split('.'), name, version, `${name}-${version}.jar`);
  if (existsSync(path)) return path;
  try {
    run('mvn', ['-q', '-B', 'dependency:get', `-Dartifact=${coordinate}`, '-Dtransitive=false']);
  } catch {
    throw new Skip(`Maven Central could not be reached for ${coordinate}.`);
  }
  return path;
}

function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'loanmarket-java-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compiles our Java, with one file changed if wanted, into `out`. */
function compile(android, out, { file, change, logicOnly = false, more = [], classes = [] } = {}) {
  const logic = ['Login', 'LoginStore', 'HostSession', 'Seal'].map((name) => `${name}.java`);
  const own = sources(join(app, 'main/java')).filter((path) => !logicOnly || logic.some((name) => path.endsWith(`/${name}`)));
  const ids = readFileSync(join(app, 'main/res/values/product.xml'), 'utf8');
  const names = [...ids.matchAll(/<string name="(\w+)"/g)].map(([, name]) => name).join(', ');
  mkdirSync(join(out, 'changed'), { recursive: true });
  writeFileSync(join(out, 'changed/R.java'), `package app.loanmarket; final class R { static final class string { static int ${names}; } }`);
  const compiled = own.map((path) => {
    if (!file || !path.endsWith(`/${file}`)) return path;
    const before = readFileSync(path, 'utf8');
    hold(change(before) !== before, `The planted mistake found no place in ${file}.`);
    const changed = join(out, 'changed', file);
    writeFileSync(changed, change(before));
    return changed;
  });
  // Only what our sources reach is compiled of Capacitor, Cordova and androidx, or everything when `more` names it.
  run('javac', ['-nowarn', '-proc:none', '--release', '17', '-d', out, '-cp', [android, ...classes].filter(Boolean).join(':') || out,
    '-sourcepath', [stubs, capacitor, cordova].join(':'), join(out, 'changed/R.java'), ...compiled, ...more].filter(Boolean));
}

check('the plugin and Capacitor fit Android 15 and one another', () => inFolder((out) => {
  compile(jar(newest), out, { more: sources(capacitor) });
}));

/** Java's own packages that came with Android 8 and later: the jar of Android 7 carries no java.*, the machine's has them. */
const later = /\bjava\.(util\.Base64|util\.concurrent\.Flow|time|nio\.file|lang\.invoke|net\.http)\b/;

function checkPackages(text) {
  hold(!later.test(text), `${later.exec(text)?.[0]} is newer than Android 7.`);
}

check('the plugin uses no package of Java that Android 7 lacks', async () => {
  for (const path of sources(join(app, 'main/java'))) checkPackages(readFileSync(path, 'utf8'));
  await mustNotice('java.util.Base64', () => checkPackages('import java.util.Base64;'));
});

/** Capacitor's own classes, compiled once: the mistakes are planted in ours only. */
check('the plugin needs nothing newer than Android 7', () => inFolder(async (out) => {
  const base = join(out, 'base');
  compile(jar(newest), base);
  const against = (android, options) => inFolder((own) => compile(jar(android), own, { ...options, classes: [base] }));
  // The classes of Capacitor come first from `base`; Android's own from the named version.
  against(oldest);
  await mustNotice('a wrong type', () => against(newest, { file: 'HostPlugin.java', change: (text) => text.replace('call.resolve(answer)', 'call.resolve(login)') }));
  await mustNotice('an unknown method', () => against(newest, { file: 'HostInfo.java', change: (text) => text.replace('getPackageName', 'packageName') }));
  await mustNotice('an unknown resource', () => against(newest, { file: 'HostInfo.java', change: (text) => text.replace('string.app_name', 'string.name') }));
  await mustNotice('a method of Android 13', () =>
    against(oldest, { file: 'MainActivity.java', change: (text) => text.replace('super.onPause()', 'setRecentsScreenshotEnabled(false); super.onPause()') }));
}));

check('the logic of the plugin holds (JUnit)', () => {
  const libraries = [jar('junit:junit:4.13.2'), jar('org.hamcrest:hamcrest-core:1.3')];
  const tests = sources(join(app, 'test/java'));
  const names = tests.map((path) => `app.loanmarket.${path.split('/').pop().replace('.java', '')}`);
  const test = (options) => inFolder((own) => {
    compile('', own, { logicOnly: true, more: tests, classes: libraries, ...options });
    return run('java', ['-cp', [own, ...libraries].join(':'), 'org.junit.runner.JUnitCore', ...names]);
  });
  const report = test();
  hold(/OK \((1\d|[2-9]\d) tests\)/.test(report), report);
  const mistakes = [
    ['HostSession.java', (text) => text.replace('TAG.equals(tag)', 'TAG.equalsIgnoreCase(tag)')],
    ['HostSession.java', (text) => text.replace('store.clear();', '')],
    ['HostSession.java', (text) => text.replace('store.write(login);', '')],
  ];
  for (const [file, change] of mistakes) {
    let noticed = false;
    try {
      test({ file, change });
    } catch {
      noticed = true;
    }
    hold(noticed, `A planted mistake in ${file} went unnoticed.`);
  }
});
