// The iOS project without Xcode: syntax of the Swift files, the project file, the property lists.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
  hold(!tree.rootNode.hasError, `${name} is no Swift: ${tree.rootNode.descendantsOfType('ERROR')[0]?.text.slice(0, 80) ?? 'something is missing'}`);
}

check('the Swift files parse', async () => {
  hold(sources.length >= 8, 'Swift files are missing.');
  for (const name of sources) parseSwift(name, readFileSync(join(folder, 'App', name), 'utf8'));
  const plugin = readFileSync(join(folder, 'App/HostPlugin.swift'), 'utf8');
  await mustNotice('a word too many', () => parseSwift('HostPlugin.swift', plugin.replace('private let store', 'private private let = store')));
  await mustNotice('a lost brace', () => parseSwift('HostPlugin.swift', plugin.replace('guard isOurs(call) else {', 'guard isOurs(call) else')));
});

function readProject(path) {
  const project = require('xcode').project(path);
  project.parseSync();
  return project;
}

/** Every Swift file must be compiled, and every file that the project names must exist or be made by `cap sync`. */
function checkProject(project, present) {
  const { objects } = project.hash.project;
  const inBuild = Object.values(objects.PBXSourcesBuildPhase).find((phase) => phase.files).files.map(({ comment }) => comment.split(' ')[0]);
  for (const name of present) hold(inBuild.includes(name), `${name} is not among the project's sources.`);
  const generated = ['capacitor.config.json', 'config.xml', 'public', 'App.app'];
  for (const file of Object.values(objects.PBXFileReference)) {
    if (!file.path) continue;
    const path = file.path.replace(/"/g, '');
    const places = [join(folder, 'App', path), join(folder, path)];
    hold(generated.includes(path) || places.some(existsSync), `The project names ${path}, which is missing.`);
  }
  const built = Object.values(objects.PBXBuildFile).filter((entry) => entry.fileRef);
  for (const { fileRef } of built) hold(objects.PBXFileReference[fileRef] ?? objects.PBXVariantGroup[fileRef], `A file to build, ${fileRef}, is unknown.`);
  const bases = Object.values(objects.XCBuildConfiguration).filter((entry) => entry.baseConfigurationReference);
  hold(bases.length >= 3, 'A build configuration does not read the product.');
}

check('the Xcode project parses and names every source', async () => {
  const path = join(folder, 'App.xcodeproj/project.pbxproj');
  const project = readProject(path);
  checkProject(project, sources);
  await mustNotice('a source outside the project', () => checkProject(project, [...sources, 'Other.swift']));
  const planted = (right, wrong) => {
    const changed = join(mkdtempSync(join(tmpdir(), 'loanmarket-pbx-')), 'project.pbxproj');
    const text = readFileSync(path, 'utf8');
    hold(text.includes(right), `The planted mistake "${wrong}" found no place.`);
    writeFileSync(changed, text.replace(right, wrong));
    try {
      checkProject(readProject(changed), sources);
    } finally {
      rmSync(dirname(changed), { recursive: true });
    }
  };
  await mustNotice('a file that is missing', () => planted('path = AppLock.swift', 'path = Lock.swift'));
  await mustNotice('a lost parenthesis', () => planted('children = (', 'children = '));
  await mustNotice('a source that is not compiled', () => planted('/* AppLock.swift in Sources */,', '/* Other.swift in Sources */,'));
});

function needPython() {
  if (spawnSync('python3', ['--version']).error) apt(['python3-minimal', 'libpython3-stdlib'], 'Python 3 is missing');
}

const list = (path, text = readFileSync(join(folder, 'App', path), 'utf8')) =>
  (needPython(), JSON.parse(run('python3', ['-c', 'import json,plistlib,sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'], { input: text })));

/** What the app may ask for, each with its reason. */
const asked = ['NSCameraUsageDescription', 'NSFaceIDUsageDescription'];
const languages = ['vi', 'en', 'th', 'zh-Hans'];

function checkInfo(info) {
  for (const key of asked) hold(info[key]?.length > 20, `${key} is not explained.`);
  for (const key of Object.keys(info)) hold(!/UsageDescription$/.test(key) || asked.includes(key), `${key} asks for more than camera and Face ID.`);
  hold(info.CFBundleLocalizations?.join() === languages.join(), 'The app does not say its languages.');
  hold(info.CFBundleDisplayName === '$(APP_DISPLAY_NAME)' && info.CFBundleShortVersionString === '$(MARKETING_VERSION)', 'Name or version are not the product’s.');
  hold(!info.NSAppTransportSecurity, 'Unencrypted traffic is allowed.');
}

/** The texts of a `.strings` file by their keys. */
const strings = (text) => Object.fromEntries([...text.matchAll(/^"(\w+)" = "(.+)";$/gm)].map(([, key, value]) => [key, value]));

/** The same texts in every language, none twice: a text that was only copied is not translated. */
function checkTexts(texts, keys) {
  const seen = new Set();
  for (const [language, found] of Object.entries(texts)) {
    hold(Object.keys(found).sort().join() === [...keys].sort().join(), `${language} says ${Object.keys(found)}, not ${keys}.`);
    for (const [key, value] of Object.entries(found)) {
      hold(!seen.has(key + value), `${language} repeats another language: ${value}`);
      seen.add(key + value);
    }
  }
}

/** The privacy manifest must give a reason for each kind of system call that Apple wants one for, and track nobody. */
function checkPrivacy(privacy, swift) {
  hold(privacy.NSPrivacyTracking === false && privacy.NSPrivacyTrackingDomains.length === 0, 'The app says that it tracks people.');
  const declared = privacy.NSPrivacyAccessedAPITypes.map((entry) => entry.NSPrivacyAccessedAPIType.replace('NSPrivacyAccessedAPICategory', ''));
  const used = [['UserDefaults', /UserDefaults/], ['SystemBootTime', /systemUptime|mach_absolute_time/], ['FileTimestamp', /creationDate|modificationDate/], ['DiskSpace', /volumeAvailableCapacity/]]
    .filter(([, pattern]) => pattern.test(swift)).map(([name]) => name);
  hold(used.join() === declared.join(), `The code uses ${used}, the privacy manifest declares ${declared}.`);
}

check('the privacy manifest says what the code does', async () => {
  const swift = sources.map((name) => readFileSync(join(folder, 'App', name), 'utf8')).join('');
  const privacy = list('PrivacyInfo.xcprivacy');
  checkPrivacy(privacy, swift);
  await mustNotice('a call without its reason', () => checkPrivacy(privacy, `${swift} volumeAvailableCapacity`));
  await mustNotice('tracking', () => checkPrivacy({ ...privacy, NSPrivacyTracking: true }, swift));
});

check('camera, Face ID and the lock are explained in four languages', async () => {
  const read = (name) => Object.fromEntries(languages.map((language) => [language, strings(readFileSync(join(folder, 'App', `${language}.lproj`, name), 'utf8'))]));
  const [info, own] = [read('InfoPlist.strings'), read('Localizable.strings')];
  const used = sources.flatMap((name) => [...readFileSync(join(folder, 'App', name), 'utf8').matchAll(/NSLocalizedString\("(\w+)"/g)].map(([, key]) => key));
  checkTexts(info, asked);
  checkTexts(own, used);
  const plist = list('Info.plist');
  for (const key of asked) hold(plist[key] === info.vi[key], `Info.plist and vi.lproj differ about ${key}.`);
  await mustNotice('a text without its translation', () => checkTexts({ ...info, th: { NSCameraUsageDescription: 'x' } }, asked));
  await mustNotice('a text that was copied', () => checkTexts({ ...info, th: info.vi }, asked));
  await mustNotice('a text that nobody wrote', () => checkTexts(own, [...used, 'other']));
});

check('the property lists ask for camera and Face ID only', async () => {
  const info = list('Info.plist');
  checkInfo(info);
  hold(list('App.entitlements')['com.apple.developer.associated-domains'][0] === 'applinks:$(LINK_HOST)', 'Links do not open the app.');
  await mustNotice('another permission', () => checkInfo({ ...info, NSContactsUsageDescription: 'x' }));
  await mustNotice('a permission without its reason', () => checkInfo({ ...info, NSCameraUsageDescription: '' }));
  await mustNotice('a broken list', () => list('', '<plist><dict><key>a</dict></plist>'));
  for (const path of ['Assets.xcassets/AppIcon.appiconset', 'Assets.xcassets/Splash.imageset']) {
    const { images } = JSON.parse(readFileSync(join(folder, 'App', path, 'Contents.json'), 'utf8'));
    for (const { filename } of images) hold(existsSync(join(folder, 'App', path, filename)), `${path}/${filename} is missing.`);
  }
});
