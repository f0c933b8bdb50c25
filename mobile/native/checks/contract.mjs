// Checks that the three sides of the bridge offer the same actions: TypeScript calls them, Java and Swift implement
// them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../product.mjs';
import { check, hold, mustNotice } from '../report.mjs';

const java = 'mobile/android/app/src/main/java/app/loanmarket';
const swift = 'mobile/ios/App/App';
const read = (path) => readFileSync(join(root, path), 'utf8');
const files = {
  ts: read('mobile/src/bridge/host.ts'),
  agent: read('mobile/src/bridge/shell.ts'),
  config: read('capacitor.config.ts'),
  java: read(`${java}/HostPlugin.java`),
  session: read(`${java}/HostSession.java`),
  javaInfo: read(`${java}/HostInfo.java`),
  javaCookie: read(`${java}/AppCookie.java`),
  swift: read(`${swift}/HostPlugin.swift`),
  swiftInfo: read(`${swift}/HostInfo.swift`),
  swiftCookie: read(`${swift}/AppCookie.swift`),
  scene: read(`${swift}/SceneDelegate.swift`),
  controller: read(`${swift}/HostViewController.swift`),
  activity: read(`${java}/MainActivity.java`),
  lockTs: read('mobile/src/bridge/lock.ts'),
  lockJava: read(`${java}/LockPlugin.java`),
  lockSwift: read(`${swift}/LockPlugin.swift`),
  filesTs: read('mobile/src/bridge/shareSheet.ts'),
  filesJava: read(`${java}/SharedFilesPlugin.java`),
  filesSwift: read(`${swift}/SharedFilesPlugin.swift`),
  photosTs: read('mobile/src/bridge/photos.ts'),
  photosJava: read(`${java}/PhotosPlugin.java`),
  hapticsTs: read('mobile/src/bridge/haptics.ts'),
  hapticsJava: read(`${java}/HapticsPlugin.java`),
  ruleJava: read(`${java}/LockRule.java`),
  ruleSwift: read(`${swift}/LockRule.swift`),
};

const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]).sort().join(' ');
const body = (text, begin) => text.slice(text.indexOf(begin)).split('\n}')[0];

/** The actions of a plugin on its three sides. */
const actions = (face, ts, java, swift) => ({
  TypeScript: all(body(ts, `interface ${face} `), /^ {2}(\w+): \(/gm),
  Java: all(java, /@PluginMethod\s+public void (\w+)\(PluginCall/g),
  'Swift, as declared': all(swift.slice(swift.indexOf('pluginMethods')).split(']\n')[0], /name: "(\w+)"/g),
  'Swift, as written': all(swift, /@objc func (\w+)\(_ call/g),
});

const names = (ts, java, swift, line) => ({
  TypeScript: [...new Set(all(ts, line).split(' '))].join(' '),
  Java: all(java, /@CapacitorPlugin\(name = "(\w+)"\)/g),
  Swift: all(swift, /jsName = "(\w+)"/g),
});

/** What each side says on each point; all must be equal. */
function points(f) {
  return {
    actions: actions('Host', f.ts, f.java, f.swift),
    'the actions that the pages call': {
      TypeScript: all(body(f.ts, 'interface Host '), /^ {2}(\w+): \(/gm),
      'TypeScript, as called': all(f.ts, /(?:return|await) call(?:<[^(]*>)?\('(\w+)'/g),
    },
    'the actions of the lock': actions('Lock', f.lockTs, f.lockJava, f.lockSwift),
    'the actions of shared files': actions('SharedFiles', f.filesTs, f.filesJava, f.filesSwift),
    'the name of the lock': names(f.lockTs, f.lockJava, f.lockSwift, /ask<LockState>\('(\w+)'/g),
    'the name of shared files': names(f.filesTs, f.filesJava, f.filesSwift, /ask<\{ uri: string \}>\('(\w+)'/g),
    'the state of the lock': {
      TypeScript: all(body(f.lockTs, 'interface LockState'), /^ {2}(\w+): boolean/gm),
      Java: all(f.lockJava, /put\("(\w+)"/g),
      Swift: all(f.lockSwift, /"(\w+)": AppLock/g),
    },
    'the fields of a shared file': {
      TypeScript: all(f.filesTs, /save: \(options: \{ (.*) \}\) => /g).replace(/: string;?/g, '').split(' ').sort().join(' '),
      Java: all(f.filesJava, /call\.getString\("(\w+)"/g),
      Swift: all(f.filesSwift, /call\.getString\("(\w+)"/g),
    },
    'the address of shared files': {
      TypeScript: [...new Set(all(f.filesTs, /<\{ (\w+): string \}>/g).split(' '))].join(' '),
      Java: all(f.filesJava, /put\("(\w+)"/g),
      Swift: all(f.filesSwift, /resolve\(\["(\w+)"/g),
    },
    'the actions of photos': {
      TypeScript: all(body(f.photosTs, 'interface Photos '), /^ {2}(\w+): \(/gm),
      'TypeScript, as called': all(f.photosTs, /ask(?:<Unread>)?\('Photos', '(\w+)'/g),
      Java: all(f.photosJava, /public void (\w+)\(PluginCall/g),
    },
    'the fields of photos': {
      TypeScript: all(f.photosTs, /options: \{ (\w+): \w+ \}/g),
      'TypeScript, as called': all(f.photosTs, /ask(?:<Unread>)?\('Photos', '\w+', \{ (\w+)/g),
      Java: all(f.photosJava, /call\.get(?:String|Long)\("(\w+)"/g),
    },
    'an unread photo': { TypeScript: all(body(f.photosTs, 'interface Unread '), /^ {2}(\w+)\?: string/gm), Java: all(f.photosJava, /put\("(\w+)"/g) },
    'the name of photos': { TypeScript: all(f.photosTs, /interface (Photos) /g), Java: all(f.photosJava, /@CapacitorPlugin\(name = "(\w+)"\)/g) },
    haptics: {
      TypeScript: all(f.hapticsTs, /ask\('(\w+)'/g) + all(f.hapticsTs, /ask\('Haptics', '(\w+)'/g),
      Java: all(f.hapticsJava, /@CapacitorPlugin\(name = "(\w+)"\)/g) + all(f.hapticsJava, /public void (\w+)\(PluginCall/g),
    },
    'the grace period of the lock': {
      Java: all(f.ruleJava, /GRACE_MILLIS = (\d+)_000/g),
      Swift: all(f.ruleSwift, /grace: TimeInterval = (\d+)/g),
    },
    'the plugins of the app': {
      'Java, written': all(f.java + f.lockJava + f.filesJava + f.photosJava + f.hapticsJava, /public class (\w+) extends Plugin/g),
      'Java, registered': all(f.activity, /registerPlugin\((\w+)\.class\)/g),
    },
    'the plugins of the iOS app': {
      'Swift, written': all(f.swift + f.lockSwift + f.filesSwift, /final class (\w+): CAPPlugin/g),
      'Swift, registered': all(f.controller, /registerPluginInstance\((\w+)\(\)\)/g),
    },
    name: names(f.ts, f.java, f.swift, /ask<T>\('(\w+)'/g),
    tag: {
      TypeScript: all(f.ts, /TAG = '(\w+)'/g),
      Java: all(f.session, /TAG = "(\w+)"/g),
      Swift: all(f.swift, /tag = "(\w+)"/g),
    },
    info: {
      TypeScript: all(body(f.ts, 'interface HostInfo'), /^ {2}(\w+): string/gm),
      Java: all(f.javaInfo, /put\("(\w+)"/g),
      Swift: all(f.swiftInfo, /"(\w+)": \w/g),
    },
    login: {
      TypeScript: all(body(f.ts, 'interface HostLogin'), /^ {2}(\w+): string/gm),
      Java: all(f.java, /put\("(\w+)"/g),
      Swift: all(f.swift, /"(\w+)": login/g),
    },
    'the device types': {
      'Java and Swift': `${all(f.javaInfo, /DEVICE_TYPE = "(\w+)"/g)} ${all(f.swiftInfo, /deviceType = "(\w+)"/g)}`,
      'the specification': 'android ios',
    },
    mark: { TypeScript: all(f.agent, /AGENT_MARK = '(\w+)'/g), configuration: all(f.config, /appendUserAgent: '(\w+)'/g) },
    cookie: {
      TypeScript: all(f.agent, /readCookie\('(\w+)'\)/g),
      Java: all(f.javaCookie, /NAME = "(\w+)"/g),
      Swift: all(f.swiftCookie, /name = "(\w+)"/g),
    },
    guards: {
      'actions in Java': String(all(f.java, /@PluginMethod\s+public void (\w+)/g).split(' ').length),
      'tag checks in Java': String([...f.java.matchAll(/if \(isStrange\(call\)\) return;/g)].length),
      'tag checks in Swift': String([...f.swift.matchAll(/guard isOurs\(call\) else/g)].length),
    },
  };
}

function agree(f) {
  for (const [point, says] of Object.entries(points(f))) {
    const different = new Set(Object.values(says)).size > 1 || Object.values(says).includes('');
    hold(!different, `The sides of the bridge disagree about ${point}: ${JSON.stringify(says)}`);
  }
  hold(/Max-Age=/.test(f.javaCookie) && /\.maximumAge/.test(f.swiftCookie), 'The cookie must have a Max-Age, otherwise Android deletes it.');
  hold(/rootViewController = HostViewController\(\)/.test(f.scene), 'SceneDelegate.swift does not show HostViewController.');
  hold(/\('Host', action, \{ \.\.\.options, tag: TAG \}\)/.test(f.ts), 'A call does not send the tag.');
}

check('Java, Swift and TypeScript agree on the bridge', async () => {
  agree(files);
  const mistakes = [
    ['java', 'void getInfo', 'void getinfo'], ['swift', 'name: "logoutInfo"', 'name: "logout"'], ['ts', "TAG = 'vn'", "TAG = 'th'"],
    ['swift', '@objc func getInfo', 'func getInfo'], ['javaInfo', 'appName', 'name'], ['swiftInfo', '"deviceType":', '"device":'],
    ['config', 'LoanMarketApp', 'Loan'], ['javaCookie', 'Max-Age', 'Age'], ['scene', 'HostViewController()', 'CAPBridgeViewController()'],
    ['lockJava', 'void change', 'void switchTo'], ['lockSwift', '"on": AppLock', '"enabled": AppLock'], ['lockTs', "'Lock', 'state'", "'AppLock', 'state'"],
    ['filesSwift', '["uri"', '["url"'], ['filesJava', 'getString("data"', 'getString("content"'], ['hapticsTs', 'Haptics', 'Haptic'],
    ['photosJava', 'void forget', 'void delete'], ['photosJava', 'getString("name"', 'getString("file"'], ['photosTs', "ask('Photos'", "ask('Photo'"],
    ['photosJava', 'put("path"', 'put("file"'], ['photosJava', 'getLong("since"', 'getLong("from"'],
    ['activity', 'registerPlugin(PhotosPlugin.class);', ''],
    ['ruleSwift', 'TimeInterval = 30', 'TimeInterval = 300'], ['activity', 'registerPlugin(LockPlugin.class);', ''],
    ['controller', 'bridge?.registerPluginInstance(SharedFilesPlugin())', ''],
    ['java', 'if (isStrange(call)) return;', ''], ['ts', "call<HostInfo>('getInfo')", "call<HostInfo>('info' as never)"],
    ['ts', '{ ...options, tag: TAG }', 'options'], ['swiftInfo', 'deviceType = "ios"', 'deviceType = "iphone"'],
  ];
  for (const [file, right, wrong] of mistakes) {
    hold(files[file].includes(right), `The mistake "${wrong}" could not be planted in ${file}.`);
    await mustNotice(`${file}: ${wrong}`, () => agree({ ...files, [file]: files[file].replace(right, wrong) }));
  }
});
