// Checks the plugins' Java without an Android SDK: its types against Android 15 and Capacitor, and against Android 7,
// the oldest supported version; and its logic on a plain virtual machine.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { tools } from '../cap.mjs';
import { jar, needJava } from '../jars.mjs';
import { root } from '../product.mjs';
import { check, hold, mustNotice } from '../report.mjs';
import { run } from '../run.mjs';

const app = join(root, 'mobile/android/app/src');
const capacitor = join(root, 'node_modules/@capacitor/android/capacitor/src/main/java');
const cordova = join(tools, 'node_modules/cordova-android/framework/src');
const stubs = join(root, 'mobile/native/stubs');
const newest = 'org.robolectric:android-all:15-robolectric-13954326';
const oldest = 'org.robolectric:android-all:7.0.0_r1-robolectric-r1';
/** The Java version whose packages Android 7 has. The few exceptions are in `later`. */
const oldestJava = '8';
/** A class that overrides a method with a parameter of Android 8, which Android 7 never calls. */
const calledLater = 'WebViewEnd';
/** Classes independent of Android, whose tests run on a plain virtual machine. */
const logic = ['Login', 'LoginStore', 'HostSession', 'Seal', 'LockRule', 'SafeFileName', 'TransientFolder', 'PageRestart'];

const sources = (folder) => readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.java')).map((path) => join(folder, path));
const own = sources(join(app, 'main/java'));
const tests = sources(join(app, 'test/java'));
const className = (path) => basename(path).replace('.java', '');

/**
 * Planted mistakes that the compiler must detect. The last value is the Android version against which they are
 * compiled.
 */
const mistakes = [
  ['a wrong type', 'HostPlugin.java', 'call.resolve(answer)', 'call.resolve(login)', newest],
  ['an unknown method', 'HostInfo.java', 'getPackageName', 'packageName', newest],
  ['an unknown resource', 'HostInfo.java', 'string.app_name', 'string.name', newest],
  ['an uncaught exception', 'SealedLoginStore.java', 'GeneralSecurityException | ', '', newest],
  ['a call of the lock with a wrong argument', 'LockPlugin.java', 'setting().set(on)', 'setting().set("on")', newest],
  ['a method of Android 13', 'MainActivity.java', 'super.onPause()', 'setRecentsScreenshotEnabled(false); super.onPause()', oldest],
  ['a constant of Android 11', 'HapticsPlugin.java', '? CONFIRM', '? HapticFeedbackConstants.CONFIRM', oldest],
  ['a method of Java 9', 'SharedFilesPlugin.java', 'new IOException("not deleted")', 'new IOException(java.util.List.of("not deleted").get(0))', oldest],
  ['a method of Java 11', 'SafeFileName.java', 'safe.isEmpty()', 'safe.isBlank()', oldest],
];

/** Planted mistakes in the logic that its tests must detect. */
const slips = [
  ['HostSession.java', 'TAG.equals(tag)', 'TAG.equalsIgnoreCase(tag)'],
  ['HostSession.java', 'store.clear();', ''],
  ['HostSession.java', 'store.write(login);', ''],
  ['LockRule.java', '>= GRACE_MILLIS', '> 2 * GRACE_MILLIS'],
  ['LockRule.java', 'away = false;', ''],
  ['LockRule.java', 'boolean asks = !asked;', 'boolean asks = true;'],
  ['LockRule.java', 'asked = false;', ''],
  ['HostSession.java', 'folder.deleteAll();', 'folder.deleteOld(System.currentTimeMillis());'],
  ['TransientFolder.java', 'for (File file : files()) gone &= file.delete();', ''],
  ['TransientFolder.java', 'Math.abs(now - file.lastModified()) > keptMillis', 'now - file.lastModified() > keptMillis'],
  ['TransientFolder.java', '> keptMillis', '> 0'],
  ['TransientFolder.java', '600_000', '6_000_000'],
  ['TransientFolder.java', '3_600_000', '36_000_000'],
  ['TransientFolder.java', 'Arrays.asList(photos(cache), shared(cache))', 'Arrays.asList(photos(cache))'],
  ['TransientFolder.java', 'SafeFileName.of(name)', 'String.valueOf(name)'],
  ['TransientFolder.java', 'folder.mkdirs();', ''],
  ['TransientFolder.java', 'file.length() == 0 || ', ''],
  ['TransientFolder.java', ' || file.lastModified() < since', ''],
  ['TransientFolder.java', 'file.lastModified() > newest.lastModified()', 'false'],
  ['PageRestart.java', 'address.startsWith(PAGES)', 'address.contains(PAGES)'],
  ['PageRestart.java', 'return !again;', 'return true;'],
  ['SafeFileName.java', '.replaceAll("^\\\\.+", "")', ''],
];

/** The lines of one job in the bench's plan. If `file` is given, its text is changed first. */
function job(work, name, { release = '17', classpath = [], sourcepath = [], files, file, right, wrong, run: classes = [] }) {
  const out = join(work, name);
  mkdirSync(out, { recursive: true });
  const all = files.map((path) => {
    if (basename(path) !== file) return path;
    const before = readFileSync(path, 'utf8');
    const after = before.replace(right, wrong);
    hold(after !== before, `The mistake "${wrong}" could not be planted in ${file}.`);
    const changed = join(out, file);
    writeFileSync(changed, after);
    return changed;
  });
  return [`job ${name}`, `release ${release}`, `classpath ${classpath.join(':')}`, `sourcepath ${sourcepath.join(':')}`, `out ${out}`,
    ...all.map((path) => `source ${path}`), ...classes.map((test) => `test ${test}`), 'end'];
}

/** The resource class as generated by the build, with every name that our Java may use. */
function resources(work) {
  const res = join(app, 'main/res');
  const values = readdirSync(join(res, 'values')).map((name) => readFileSync(join(res, 'values', name), 'utf8')).join('');
  const named = (kind) => [...values.matchAll(new RegExp(`<${kind} name="(\\w+)"`, 'g'))].map(([, name]) => name);
  const kinds = { string: named('string'), color: named('color'), mipmap: ['ic_launcher'], drawable: ['mark'] };
  const inner = Object.entries(kinds).map(([kind, names]) => `static final class ${kind} { static int ${names.join(', ')}; }`);
  const path = join(work, 'R.java');
  writeFileSync(path, `package app.loanmarket; final class R { ${inner.join(' ')} }`);
  return path;
}

let results;

/** Runs all jobs at once in one virtual machine, and caches their results. */
function bench() {
  if (results) return results;
  needJava();
  const [late, early] = [jar(newest), jar(oldest)];
  const junit = [jar('junit:junit:4.13.2'), jar('org.hamcrest:hamcrest-core:1.3')];
  const work = mkdtempSync(join(tmpdir(), 'loanmarket-java-'));
  try {
    const r = resources(work);
    const from = { sourcepath: [stubs, capacitor, cordova] };
    const base = join(work, 'everything');
    const android = (at) => ({
      classpath: [at === newest ? late : early, base], files: [r, ...own.filter((path) => className(path) !== calledLater)], release: at === newest ? '17' : oldestJava,
    });
    const plain = { classpath: junit, files: [...own.filter((path) => logic.includes(className(path))), ...tests] };
    const names = tests.map((path) => `app.loanmarket.${className(path)}`);
    const plan = [
      // Capacitor's classes are compiled completely only once; the mistakes are planted in our own classes.
      job(work, 'everything', { classpath: [late], ...from, files: [r, ...own, ...sources(capacitor)] }),
      job(work, 'oldest', android(oldest)),
      ...mistakes.map(([, file, right, wrong, at], i) =>
        job(work, `mistake${i}`, { ...android(at), file, right, wrong })),
      job(work, 'logic', { ...plain, run: names }),
      ...slips.map(([file, right, wrong], i) => job(work, `slip${i}`, { ...plain, file, right, wrong, run: names })),
    ].flat();
    writeFileSync(join(work, 'plan'), plan.join('\n'));
    const said = run('java', ['-XX:TieredStopAtLevel=1', join(root, 'mobile/native/checks/Bench.java'), join(work, 'plan')]);
    results = new Map();
    let last;
    for (const line of said.split('\n')) {
      const [, name, end] = /^job (\w+) (ok|bad)$/.exec(line) ?? [];
      if (name) results.set(name, (last = { well: end === 'ok', said: '' }));
      else if (last && line.startsWith('| ')) last.said += `${line.slice(2)}\n`;
    }
    return results;
  } finally {
    rmSync(work, { recursive: true });
  }
}

function mustBeWell(name) {
  const result = bench().get(name);
  hold(result !== undefined, `The job ${name} did not run.`);
  hold(result.well, result.said);
  return result.said;
}

/** Checks that a job with a planted mistake ran and failed. */
function mustBeBad(name, mistake) {
  const result = bench().get(name);
  hold(result !== undefined, `The job ${name} did not run.`);
  hold(!result.well && /error:|AssertionError|expected|Test/.test(result.said), `This planted mistake went unnoticed: ${mistake}`);
}

check('the plugins and Capacitor compile together against Android 15', () => mustBeWell('everything'));

check('the plugins compile against Android 7', () => mustBeWell('oldest'));

for (const [i, [what]] of mistakes.entries()) check(`the compiler detects ${what}`, () => mustBeBad(`mistake${i}`, what));

/**
 * Packages of Java 8 that came with Android 8 and later. The jar of Android 7 contains no java.*, so the compiler uses
 * the machine's.
 */
const later = /\bjava\.(util\.Base64|time|nio\.file|lang\.invoke)\b/;

function checkPackages(text) {
  hold(!later.test(text), `${later.exec(text)?.[0]} is newer than Android 7.`);
}

check('the plugins use no Java package that Android 7 lacks', async () => {
  for (const path of own) checkPackages(readFileSync(path, 'utf8'));
  await mustNotice('java.util.Base64', () => checkPackages('import java.util.Base64;'));
});

check('the JUnit tests of the plugin logic pass, and detect planted mistakes', () => {
  const [, ran] = /ran (\d+)/.exec(mustBeWell('logic')) ?? [];
  hold(Number(ran) >= 28, `Only ${ran} tests ran.`);
  for (const [i, [file, , wrong]] of slips.entries()) mustBeBad(`slip${i}`, `${file}: "${wrong}"`);
});
