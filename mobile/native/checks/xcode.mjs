// The Xcode project without Xcode: every file it names is there, every file that the app needs is built into it.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { tools } from '../cap.mjs';
import { root } from '../product.mjs';
import { check, hold, mustNotice } from '../report.mjs';

const require = createRequire(join(tools, 'package.json'));
const folder = join(root, 'mobile/ios/App');
const path = join(folder, 'App.xcodeproj/project.pbxproj');
const sources = readdirSync(join(folder, 'App')).filter((name) => name.endsWith('.swift'));
/** Made by `cap sync`. */
const generated = ['capacitor.config.json', 'config.xml', 'public', 'App.app'];
/** What the app is nothing without, beside its sources. */
const resources = ['LaunchScreen.storyboard', 'public', 'Assets.xcassets', 'capacitor.config.json', 'config.xml', 'PrivacyInfo.xcprivacy',
  'InfoPlist.strings', 'Localizable.strings'];
const languages = ['vi', 'en', 'th', 'zh-Hans'];

function readProject(file) {
  const project = require('xcode').project(file);
  project.parseSync();
  return project.hash.project.objects;
}

const plain = (text) => String(text).replace(/"/g, '');
/** The entries of a kind by their ids, without the comments that the parser puts beside them. */
const entries = (kind) => Object.fromEntries(Object.entries(kind).filter(([id]) => !id.endsWith('_comment')));
const only = (kind) => Object.values(entries(kind))[0];
const names = (phase) => phase.files.map(({ comment }) => comment.split(' in ')[0]);

/** Every Swift file is compiled, every resource copied, and every file that the project names exists or is made by `cap sync`. */
function checkFiles(objects, present = sources) {
  const compiled = names(only(objects.PBXSourcesBuildPhase));
  for (const name of present) hold(compiled.includes(name), `${name} is not among the project's sources.`);
  const copied = names(only(objects.PBXResourcesBuildPhase));
  for (const name of resources) hold(copied.includes(name), `${name} is not copied into the app.`);
  for (const { path: file } of Object.values(entries(objects.PBXFileReference))) {
    const places = [join(folder, 'App', plain(file)), join(folder, plain(file))];
    hold(generated.includes(plain(file)) || places.some(existsSync), `The project names ${file}, which is missing.`);
  }
  for (const { fileRef } of Object.values(entries(objects.PBXBuildFile)).filter((entry) => entry.fileRef)) {
    hold(objects.PBXFileReference[fileRef] ?? objects.PBXVariantGroup[fileRef], `A file to build, ${fileRef}, is unknown.`);
  }
  for (const { name, children } of Object.values(entries(objects.PBXVariantGroup))) {
    const found = children.map(({ comment }) => comment).join();
    hold(!/\.strings$/.test(plain(name)) || found === languages.join(), `${name} is copied in ${found} only.`);
  }
}

/** Capacitor comes as a Swift package beside the project: known, linked, and there. */
function checkPackage(objects) {
  const linked = names(only(objects.PBXFrameworksBuildPhase));
  const wanted = only(objects.PBXNativeTarget).packageProductDependencies.map(({ comment }) => comment);
  const known = only(objects.PBXProject).packageReferences.map(({ value }) => plain(objects.XCLocalSwiftPackageReference?.[value]?.relativePath));
  hold(linked.join() === 'CapApp-SPM' && wanted.join() === 'CapApp-SPM', 'Capacitor’s package is not linked.');
  hold(known.length === 1 && existsSync(join(folder, known[0], 'Package.swift')), `The project names the package ${known}, which is missing.`);
}

/** Name, package and versions come from product.xcconfig, and from nowhere else; the app runs on iOS 15, as is promised. */
function checkSettings(objects, debug = readFileSync(join(folder, '../debug.xcconfig'), 'utf8')) {
  const target = objects.XCConfigurationList[only(objects.PBXNativeTarget).buildConfigurationList];
  for (const { value } of target.buildConfigurations) {
    const { name, buildSettings: settings, baseConfigurationReference: base } = objects.XCBuildConfiguration[value];
    hold(/product\.xcconfig|debug\.xcconfig/.test(objects.PBXFileReference[base]?.path), `${name} does not read the product.`);
    hold(settings.CODE_SIGN_ENTITLEMENTS === 'App/App.entitlements' && settings.INFOPLIST_FILE === 'App/Info.plist', `${name} is signed without our entitlements or list.`);
    for (const key of ['PRODUCT_BUNDLE_IDENTIFIER', 'MARKETING_VERSION', 'CURRENT_PROJECT_VERSION', 'APP_DISPLAY_NAME']) {
      hold(!(key in settings), `${name} says ${key} itself instead of the product.`);
    }
  }
  hold(/^#include "product\.xcconfig"$/m.test(debug), 'debug.xcconfig does not read the product.');
  const oldest = Object.values(entries(objects.XCBuildConfiguration)).map(({ buildSettings }) => buildSettings.IPHONEOS_DEPLOYMENT_TARGET);
  hold(oldest.every((version) => String(version) === '15' || version === '15.0'), `The app runs on iOS ${oldest}, not on 15.`);
}

function checkProject(objects) {
  checkFiles(objects);
  checkPackage(objects);
  checkSettings(objects);
}

/** The project as another text says it. */
function checkText(text) {
  const changed = join(mkdtempSync(join(tmpdir(), 'loanmarket-pbx-')), 'project.pbxproj');
  writeFileSync(changed, text);
  try {
    checkProject(readProject(changed));
  } finally {
    rmSync(dirname(changed), { recursive: true });
  }
}

check('the Xcode project parses, and builds all that is there', async () => {
  const objects = readProject(path);
  checkProject(objects);
  await mustNotice('a source outside the project', () => checkFiles(objects, [...sources, 'Other.swift']));
  await mustNotice('a debug build without the product', () => checkSettings(objects, 'CAPACITOR_DEBUG = true'));
  const mistakes = {
    'a file that is missing': ['path = AppLock.swift', 'path = Lock.swift'],
    'a lost parenthesis': ['children = (', 'children = '],
    'a source that is not compiled': ['/* AppLock.swift in Sources */,', '/* Other.swift in Sources */,'],
    'pages that are not copied': ['50B271D11FEDC1A000F3C39B /* public in Resources */,\n', ''],
    'a language that is not copied': ['A0C0FFEE0000000000000303 /* th */,\n', ''],
    'a package that nobody knows': ['D4C12C0A2AAA248700AAC8A2 /* XCLocalSwiftPackageReference "CapApp-SPM" */,\n', ''],
    'a package that is not linked': ['4D22ABE92AF431CB00220026 /* CapApp-SPM in Frameworks */,\n', ''],
    'a package in another place': ['relativePath = "CapApp-SPM"', 'relativePath = CapApp'],
    'a build without entitlements': ['CODE_SIGN_ENTITLEMENTS = App/App.entitlements;', ''],
    'a release that does not read the product': ['baseConfigurationReference = A0C0FFEE0000000000000111 /* product.xcconfig */;', ''],
    'a package name of its own': ['SWIFT_VERSION = 5.0;', 'SWIFT_VERSION = 5.0; PRODUCT_BUNDLE_IDENTIFIER = app.other;'],
    'iOS 16 as the oldest': ['IPHONEOS_DEPLOYMENT_TARGET = 15.0', 'IPHONEOS_DEPLOYMENT_TARGET = 16.0'],
  };
  const text = readFileSync(path, 'utf8');
  for (const [mistake, [right, wrong]] of Object.entries(mistakes)) {
    hold(text.includes(right), `The planted mistake "${mistake}" found no place.`);
    await mustNotice(mistake, () => checkText(text.replace(right, wrong)));
  }
});
