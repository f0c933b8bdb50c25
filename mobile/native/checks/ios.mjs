// The iOS project without Xcode: syntax of the Swift files, the project file, the property lists.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
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
  const project = readProject(join(folder, 'App.xcodeproj/project.pbxproj'));
  checkProject(project, sources);
  await mustNotice('a source outside the project', () => checkProject(project, [...sources, 'Other.swift']));
});

const list = (path, text = readFileSync(join(folder, 'App', path), 'utf8')) =>
  JSON.parse(run('python3', ['-c', 'import json,plistlib,sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'], { input: text }));

function checkInfo(info) {
  hold(info.NSCameraUsageDescription?.length > 20, 'The camera is not explained.');
  for (const key of Object.keys(info)) hold(!/UsageDescription$/.test(key) || key === 'NSCameraUsageDescription', `${key} asks for more than the camera.`);
  hold(info.CFBundleDisplayName === '$(APP_DISPLAY_NAME)' && info.CFBundleShortVersionString === '$(MARKETING_VERSION)', 'Name or version are not the product’s.');
  hold(!info.NSAppTransportSecurity, 'Unencrypted traffic is allowed.');
}

check('the property lists ask for the camera only', async () => {
  const info = list('Info.plist');
  checkInfo(info);
  hold(list('App.entitlements')['com.apple.developer.associated-domains'][0] === 'applinks:$(LINK_HOST)', 'Links do not open the app.');
  await mustNotice('a second permission', () => checkInfo({ ...info, NSContactsUsageDescription: 'x' }));
  await mustNotice('a broken list', () => list('', '<plist><dict><key>a</dict></plist>'));
  for (const path of ['Assets.xcassets/AppIcon.appiconset', 'Assets.xcassets/Splash.imageset']) {
    const { images } = JSON.parse(readFileSync(join(folder, 'App', path, 'Contents.json'), 'utf8'));
    for (const { filename } of images) hold(existsSync(join(folder, 'App', path, filename)), `${path}/${filename} is missing.`);
  }
});
