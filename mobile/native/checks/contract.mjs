// The three ends of the bridge must offer the same: TypeScript calls it, Java and Swift answer.
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
};

const all = (text, pattern) => [...text.matchAll(pattern)].map((match) => match[1]).sort().join(' ');
const body = (text, begin) => text.slice(text.indexOf(begin)).split('\n}')[0];

/** What each end says about each point; all must say the same. */
function points(f) {
  const pluginMethods = f.swift.slice(f.swift.indexOf('pluginMethods'), f.swift.indexOf(']\n', f.swift.indexOf('pluginMethods')));
  return {
    actions: {
      TypeScript: all(body(f.ts, 'interface Host '), /^ {2}(\w+): \(/gm),
      Java: all(f.java, /@PluginMethod\s+public void (\w+)\(PluginCall/g),
      'Swift, as declared': all(pluginMethods, /name: "(\w+)"/g),
      'Swift, as written': all(f.swift, /@objc func (\w+)\(_ call/g),
    },
    name: {
      TypeScript: all(f.ts, /ask<T>\('(\w+)'/g),
      Java: all(f.java, /@CapacitorPlugin\(name = "(\w+)"\)/g),
      Swift: all(f.swift, /jsName = "(\w+)"/g),
    },
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
    hold(!different, `The ends of the bridge disagree about ${point}: ${JSON.stringify(says)}`);
  }
  hold(/Max-Age=/.test(f.javaCookie) && /\.maximumAge/.test(f.swiftCookie), 'The cookie must have an end, else Android wipes it.');
  hold(/rootViewController = HostViewController\(\)/.test(f.scene), 'SceneDelegate.swift shows another view controller than ours.');
  hold(/registerPluginInstance\(HostPlugin\(\)\)/.test(f.controller), 'HostViewController.swift does not register the plugin.');
  hold(!/server: \{[^}]*url:|allowNavigation:/.test(f.config), 'server.url and allowNavigation must stay unset.');
}

check('Java, Swift and TypeScript agree on the bridge', async () => {
  agree(files);
  const mistakes = [
    ['java', 'void getInfo', 'void getinfo'], ['swift', 'name: "logoutInfo"', 'name: "logout"'], ['ts', "TAG = 'vn'", "TAG = 'th'"],
    ['swift', '@objc func getInfo', 'func getInfo'], ['javaInfo', 'appName', 'name'], ['swiftInfo', '"deviceType":', '"device":'],
    ['config', 'LoanMarketApp', 'Loan'], ['javaCookie', 'Max-Age', 'Age'], ['scene', 'HostViewController()', 'CAPBridgeViewController()'],
    ['java', 'if (isStrange(call)) return;', ''], ['config', "errorPath", "url: 'https://x', errorPath"],
  ];
  for (const [file, right, wrong] of mistakes) {
    hold(files[file].includes(right), `The planted mistake "${wrong}" found no place in ${file}.`);
    await mustNotice(`${file}: ${wrong}`, () => agree({ ...files, [file]: files[file].replace(right, wrong) }));
  }
});
