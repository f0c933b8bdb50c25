// Checks the iOS app without Xcode: the syntax of the Swift files, the property lists, the texts. xcode.mjs checks the
// project file.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { apt } from '../apt.mjs';
import { tools } from '../cap.mjs';
import { root } from '../product.mjs';
import { check, hold, mustNotice } from '../report.mjs';
import { run } from '../run.mjs';

const require = createRequire(join(tools, 'package.json'));
const folder = join(root, 'mobile/ios/App');
const sources = readdirSync(join(folder, 'App')).filter((name) => name.endsWith('.swift'));

function parseSwift(name, text) {
  const Parser = require('tree-sitter');
  const parser = new Parser();
  parser.setLanguage(require('tree-sitter-swift'));
  const tree = parser.parse(text);
  hold(!tree.rootNode.hasError, `${name} is not valid Swift: ${tree.rootNode.descendantsOfType('ERROR')[0]?.text.slice(0, 80) ?? 'something is missing'}`);
}

check('the Swift files parse', async () => {
  hold(sources.length >= 8, 'Swift files are missing.');
  for (const name of sources) parseSwift(name, readFileSync(join(folder, 'App', name), 'utf8'));
  const plugin = readFileSync(join(folder, 'App/HostPlugin.swift'), 'utf8');
  await mustNotice('a superfluous keyword', () => parseSwift('HostPlugin.swift', plugin.replace('private let store', 'private private let = store')));
  await mustNotice('a missing brace', () => parseSwift('HostPlugin.swift', plugin.replace('guard isOurs(call) else {', 'guard isOurs(call) else')));
});

function needPython() {
  if (spawnSync('python3', ['--version']).error) apt(['python3-minimal', 'libpython3-stdlib'], 'Python 3 is missing');
}

const list = (path, text = readFileSync(join(folder, 'App', path), 'utf8')) =>
  (needPython(), JSON.parse(run('python3', ['-c', 'import json,plistlib,sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'], { input: text })));

/**
 * The permissions that the app may ask for, each with its reason. Without that for adding photos, iOS ends the app when
 * the user chooses "Save Image" in the share sheet.
 */
const asked = ['NSCameraUsageDescription', 'NSFaceIDUsageDescription', 'NSPhotoLibraryAddUsageDescription'];
const languages = ['vi', 'en', 'th', 'zh-Hans'];

/** All other keys that the list may contain. A new mode, scheme or shared folder must be reviewed first. */
const known = ['CAPACITOR_DEBUG', 'CFBundleDevelopmentRegion', 'CFBundleDisplayName', 'CFBundleExecutable', 'CFBundleIdentifier',
  'CFBundleInfoDictionaryVersion', 'CFBundleLocalizations', 'CFBundleName', 'CFBundlePackageType', 'CFBundleShortVersionString',
  'CFBundleVersion', 'ITSAppUsesNonExemptEncryption', 'LSRequiresIPhoneOS', 'UIApplicationSceneManifest', 'UILaunchStoryboardName',
  'UIRequiredDeviceCapabilities', 'UISupportedInterfaceOrientations', 'UISupportedInterfaceOrientations~ipad',
  'UIUserInterfaceStyle', 'UIViewControllerBasedStatusBarAppearance'];

/** The keys whose values come from the product and its version (product.xcconfig). */
const fromProduct = {
  CFBundleDisplayName: '$(APP_DISPLAY_NAME)', CFBundleIdentifier: '$(PRODUCT_BUNDLE_IDENTIFIER)',
  CFBundleShortVersionString: '$(MARKETING_VERSION)', CFBundleVersion: '$(CURRENT_PROJECT_VERSION)',
};

const links = { 'com.apple.developer.associated-domains': ['applinks:$(LINK_HOST)'] };

function checkEntitlements(entitlements) {
  hold(JSON.stringify(entitlements) === JSON.stringify(links), 'Links of the product do not open the app, or the app has other entitlements.');
}

function checkInfo(info) {
  for (const key of asked) hold(info[key]?.length > 20, `${key} has no explanation.`);
  for (const key of Object.keys(info)) hold(!/UsageDescription$/.test(key) || asked.includes(key), `${key} asks for a permission other than camera, Face ID and adding photos.`);
  hold(info.CFBundleLocalizations?.join() === languages.join(), 'CFBundleLocalizations does not list the languages of the app.');
  for (const [key, value] of Object.entries(fromProduct)) hold(info[key] === value, `${key} is not taken from the product.`);
  hold(info.UIUserInterfaceStyle === 'Light', 'In dark mode the system’s texts are white on the light paper: the lock screen shows only its button.');
  hold(!info.NSAppTransportSecurity, 'Unencrypted traffic is allowed.');
  const more = Object.keys(info).filter((key) => !asked.includes(key) && !known.includes(key));
  hold(more.length === 0, `Info.plist has keys that the app does not need: ${more}.`);
  const [scene] = info.UIApplicationSceneManifest.UISceneConfigurations.UIWindowSceneSessionRoleApplication;
  hold(scene.UISceneDelegateClassName === '$(PRODUCT_MODULE_NAME).SceneDelegate', 'The scene delegate is not ours, so the bridge would lack our plugins.');
}

/** The texts of a `.strings` file by key. */
const strings = (text) => Object.fromEntries([...text.matchAll(/^"(\w+)" = "(.+)";$/gm)].map(([, key, value]) => [key, value]));

/**
 * Checks that every language has the same keys, and that no text is repeated, because a copied text is not translated.
 */
function checkTexts(texts, keys) {
  const seen = new Set();
  for (const [language, found] of Object.entries(texts)) {
    hold(Object.keys(found).sort().join() === [...keys].sort().join(), `${language} has the keys ${Object.keys(found)}, not ${keys}.`);
    for (const [key, value] of Object.entries(found)) {
      hold(!seen.has(key + value), `${language} has the text of another language: ${value}`);
      seen.add(key + value);
    }
  }
}

/**
 * Checks that the privacy manifest gives a reason for each kind of system API for which Apple requires one, and that
 * the app does not track.
 */
function checkPrivacy(privacy, swift) {
  hold(privacy.NSPrivacyTracking === false && privacy.NSPrivacyTrackingDomains.length === 0, 'The privacy manifest declares tracking.');
  const declared = privacy.NSPrivacyAccessedAPITypes.map((entry) => entry.NSPrivacyAccessedAPIType.replace('NSPrivacyAccessedAPICategory', ''));
  const used = [['UserDefaults', /UserDefaults/], ['SystemBootTime', /systemUptime|mach_absolute_time/], ['FileTimestamp', /creationDate|modificationDate/], ['DiskSpace', /volumeAvailableCapacity/]]
    .filter(([, pattern]) => pattern.test(swift)).map(([name]) => name);
  hold(used.join() === declared.join(), `The code uses ${used}, the privacy manifest declares ${declared}.`);
}

check('the privacy manifest declares the system APIs that the code uses', async () => {
  const swift = sources.map((name) => readFileSync(join(folder, 'App', name), 'utf8')).join('');
  const privacy = list('PrivacyInfo.xcprivacy');
  checkPrivacy(privacy, swift);
  await mustNotice('a system API without its reason', () => checkPrivacy(privacy, `${swift} volumeAvailableCapacity`));
  await mustNotice('tracking', () => checkPrivacy({ ...privacy, NSPrivacyTracking: true }, swift));
});

const java = join(root, 'mobile/android/app/src/main/java/app/loanmarket');

/**
 * Checks the clock of the app lock. A clock that stops while the phone sleeps would count a night as a moment, and the
 * app would come back unlocked.
 */
function checkClock(source) {
  const still = /systemUptime|mach_absolute_time|CLOCK_UPTIME_RAW|SuspendingClock|CACurrentMediaTime|uptimeMillis|nanoTime/.exec(source);
  hold(!still, `The app lock uses the clock ${still}, which stops while the phone sleeps.`);
}

check('the app lock counts the time while the phone sleeps', async () => {
  const [swift, android] = [readFileSync(join(folder, 'App/AppLock.swift'), 'utf8'), readFileSync(join(java, 'AppLock.java'), 'utf8')];
  for (const source of [swift, android]) checkClock(source);
  await mustNotice('the uptime of iOS', () => checkClock(swift.replace('clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)', 'ProcessInfo.processInfo.systemUptime')));
  await mustNotice('the uptime of Android', () => checkClock(android.replace('elapsedRealtime', 'uptimeMillis')));
});

/** Checks that nothing delays the lock of iOS, and that its button always leads on. Nothing here runs the Swift code. */
function checkLock(source) {
  const body = (name) => new RegExp(`func ${name}\\([\\s\\S]*?\\n {4}\\}`).exec(source)?.[0] ?? '';
  hold(/\{\s*if rule\.isDue\(/.test(body('enter')), 'An open prompt delays the lock: a prompt that was cancelled in the background leaves the pages visible.');
  hold(/\{\s*question\?\.invalidate\(\)/.test(body('ask')), 'The unlock button does nothing while an earlier prompt is unanswered.');
  hold(/guard let window = window, cover\?\.window !== window else \{ return \}/.test(body('close')), 'The cover of a closed window counts for the new one, whose pages stay visible.');
}

check('the app lock of iOS covers the pages whenever it is due, and its button always asks', async () => {
  const swift = readFileSync(join(folder, 'App/AppLock.swift'), 'utf8');
  checkLock(swift);
  await mustNotice('a prompt that delays the lock', () => checkLock(swift.replace('        if rule.isDue', '        if question != nil { return }\n        if rule.isDue')));
  await mustNotice('a button that waits for an earlier prompt', () => checkLock(swift.replace('question?.invalidate()', 'if question != nil { return answer(false) }')));
  await mustNotice('a cover of another window', () => checkLock(swift.replace('cover?.window !== window', 'cover == nil')));
});

check('camera, Face ID, saved pictures and the lock are explained in four languages', async () => {
  const read = (name) => Object.fromEntries(languages.map((language) => [language, strings(readFileSync(join(folder, 'App', `${language}.lproj`, name), 'utf8'))]));
  const [info, own] = [read('InfoPlist.strings'), read('Localizable.strings')];
  const used = sources.flatMap((name) => [...readFileSync(join(folder, 'App', name), 'utf8').matchAll(/NSLocalizedString\("(\w+)"/g)].map(([, key]) => key));
  checkTexts(info, asked);
  checkTexts(own, used);
  const plist = list('Info.plist');
  for (const key of asked) hold(plist[key] === info.vi[key], `Info.plist and vi.lproj differ about ${key}.`);
  await mustNotice('a text without a translation', () => checkTexts({ ...info, th: { NSCameraUsageDescription: 'x' } }, asked));
  await mustNotice('a text copied from another language', () => checkTexts({ ...info, th: info.vi }, asked));
  await mustNotice('a text that is missing', () => checkTexts(own, [...used, 'other']));
});

check('the property lists ask for camera, Face ID and adding photos only', async () => {
  const info = list('Info.plist');
  checkInfo(info);
  checkEntitlements(list('App.entitlements'));
  await mustNotice('another permission', () => checkInfo({ ...info, NSContactsUsageDescription: 'x' }));
  await mustNotice('a permission without a reason', () => checkInfo({ ...info, NSCameraUsageDescription: '' }));
  await mustNotice('no permission to save a shared picture', () => checkInfo({ ...info, NSPhotoLibraryAddUsageDescription: undefined }));
  await mustNotice('a permission to read photos', () => checkInfo({ ...info, NSPhotoLibraryUsageDescription: 'x' }));
  await mustNotice('traffic without encryption', () => checkInfo({ ...info, NSAppTransportSecurity: { NSAllowsArbitraryLoads: true } }));
  await mustNotice('white text in dark mode', () => checkInfo({ ...info, UIUserInterfaceStyle: 'Automatic' }));
  await mustNotice('a background mode', () => checkInfo({ ...info, UIBackgroundModes: ['location'] }));
  await mustNotice('a fixed build number', () => checkInfo({ ...info, CFBundleVersion: '1' }));
  await mustNotice('another scene delegate', () => checkInfo(JSON.parse(JSON.stringify(info).replace('.SceneDelegate', '.Scene'))));
  await mustNotice('a second domain', () => checkEntitlements({ 'com.apple.developer.associated-domains': ['applinks:$(LINK_HOST)', 'applinks:a.example'] }));
  await mustNotice('another entitlement', () => checkEntitlements({ ...links, 'get-task-allow': true }));
  await mustNotice('an invalid property list', () => list('', '<plist><dict><key>a</dict></plist>'));
  for (const path of ['Assets.xcassets/AppIcon.appiconset', 'Assets.xcassets/Splash.imageset']) {
    const { images } = JSON.parse(readFileSync(join(folder, 'App', path, 'Contents.json'), 'utf8'));
    for (const { filename } of images) hold(existsSync(join(folder, 'App', path, filename)), `${path}/${filename} is missing.`);
  }
});
