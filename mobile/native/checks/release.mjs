// Checks the parts of a release: the version, the keys, the oldest supported web view, and the page for an older one.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../product.mjs';
import { check, hold, mustNotice } from '../report.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');

function checkGradle(gradle) {
  hold(/versionName product\.versionName/.test(gradle) && /versionCode product\.versionCode/.test(gradle), 'The version is not that of package.json.');
  hold(/applicationId product\.applicationId/.test(gradle), 'The application id is not taken from the product.');
  hold(/minSdkVersion rootProject/.test(gradle) && /targetSdkVersion rootProject/.test(gradle) && !/debuggable/.test(gradle), 'A release does not use the SDK versions of variables.gradle, or can be debugged.');
  const signing = /signingConfigs \{([\s\S]*?)\n {4}\}/.exec(gradle)?.[1] ?? '';
  hold(/if \(keystore\)/.test(signing), 'A build without the key would fail.');
  const values = [...signing.matchAll(/(storeFile|storePassword|keyAlias|keyPassword)\s+(.+)/g)];
  hold(values.length === 4, 'The signing configuration is not complete.');
  for (const [, name, value] of values) hold(/System\.getenv\('ANDROID_\w+'\)|file\(keystore\)/.test(value), `${name} does not come from the environment.`);
}

check('a release takes its keys from the environment only, and its version from package.json', async () => {
  const gradle = read('mobile/android/app/build.gradle');
  checkGradle(gradle);
  await mustNotice('a fixed password', () => checkGradle(gradle.replace("System.getenv('ANDROID_KEY_PASSWORD')", "'secret'")));
  await mustNotice('a fixed version', () => checkGradle(gradle.replace('product.versionName', "'1.0'")));
  await mustNotice('a fixed application id', () => checkGradle(gradle.replace('product.applicationId', "'app.other'")));
  await mustNotice('a release that can be debugged', () => checkGradle(gradle.replace('minifyEnabled', 'debuggable true\n            minifyEnabled')));
  await mustNotice('a build that requires the key', () => checkGradle(gradle.replace('if (keystore) {', 'if (true) {')));
  for (const [lanes, names] of [['android', ['ANDROID_KEYSTORE', 'SUPPLY_JSON_KEY']], ['ios', ['IOS_TEAM_ID', 'IOS_PROFILE', 'APP_STORE_CONNECT_API_KEY_PATH']]]) {
    const fastfile = read(`mobile/${lanes}/fastlane/Fastfile`);
    for (const name of names) hold(fastfile.includes(name), `The Fastfile of ${lanes} does not contain ${name}.`);
    hold(!/password|BEGIN|AIza/i.test(fastfile.replace(/ANDROID_\w+PASSWORD/g, '')), `The Fastfile of ${lanes} contains a secret.`);
  }
});

/** Android 7 is the oldest supported version; the Play Store requires target SDK 36. */
function checkVersions(variables) {
  const of = (name) => Number(new RegExp(`${name} = (\\d+)`).exec(variables)?.[1]);
  hold(of('minSdkVersion') === 24, 'The minimum SDK is not that of Android 7.');
  hold(of('targetSdkVersion') === 36 && of('compileSdkVersion') === 36, 'The Play Store requires target SDK 36.');
}

check('the app supports Android 7 and targets the SDK that the Play Store requires', async () => {
  const variables = read('mobile/android/variables.gradle');
  checkVersions(variables);
  await mustNotice('Android 8 as the minimum', () => checkVersions(variables.replace('minSdkVersion = 24', 'minSdkVersion = 26')));
  await mustNotice('an old target', () => checkVersions(variables.replace('targetSdkVersion = 36', 'targetSdkVersion = 35')));
});

/** The oldest Chromium for which the pages in the app are built. */
const floor = () => Number(/MODERN = .*'chrome(\d+)'/.exec(read('mobile/scripts/legacy/floor.ts'))?.[1]);

function checkOldest(config, page) {
  hold(Number(/minWebViewVersion: (\d+)/.exec(config)?.[1]) === floor(), `minWebViewVersion is not ${floor()}, for which the pages are built.`);
  hold(!/<script|src=|<link/.test(page), 'The page for an outdated web view must not need a script or another file.');
  hold(/lang="vi"/.test(page) && ['en', 'th', 'zh'].every((language) => page.includes(`lang="${language}"`)), 'The page for an outdated web view does not contain four languages.');
  hold(/href="market:\/\/details\?id=com\.google\.android\.webview"/.test(page), 'The page for an outdated web view does not link to the update.');
}

check('an outdated web view gets a plain page with a link to the update', async () => {
  const config = read('capacitor.config.ts');
  const name = /errorPath: '([^']+)'/.exec(config)?.[1] ?? '';
  hold(existsSync(join(root, 'mobile/public', name)), `errorPath is ${name}, which does not exist.`);
  const page = read(`mobile/public/${name}`);
  checkOldest(config, page);
  await mustNotice('a minimum below that of the pages', () => checkOldest(config.replace(/minWebViewVersion: \d+/, 'minWebViewVersion: 60'), page));
  await mustNotice('a page with a script', () => checkOldest(config, page.replace('</body>', '<script></script></body>')));
});
