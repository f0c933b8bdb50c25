// Checks the Android manifest and resources without an Android SDK: the app's permissions, and whether every named
// resource exists.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../product.mjs';
import { apt } from '../apt.mjs';
import { check, hold, mustNotice } from '../report.mjs';
import { run } from '../run.mjs';

const main = join(root, 'mobile/android/app/src/main');
const manifest = readFileSync(join(main, 'AndroidManifest.xml'), 'utf8');

/** The manifests that the build merges into ours. */
function merged() {
  const settings = readFileSync(join(root, 'mobile/android/capacitor.settings.gradle'), 'utf8');
  const folders = [...settings.matchAll(/new File\('\.\.\/\.\.\/([^']+)'\)/g)].map(([, folder]) => join(root, folder));
  hold(folders.length >= 2, 'capacitor.settings.gradle names no libraries.');
  return folders.map((folder) => readFileSync(join(folder, 'src/main/AndroidManifest.xml'), 'utf8'));
}

function checkManifest(ours, others = merged()) {
  // Both kinds of quotation marks are valid.
  const [text, ...libraries] = [ours, ...others].map((one) => one.replaceAll("'", '"'));
  const asked = [text, ...libraries].flatMap((one) => [...one.matchAll(/<uses-permission[^>]*android:name\s*=\s*"([^"]+)"/g)].map(([, name]) => name));
  const names = [...new Set(asked)].sort().join(' ');
  hold(!/uses-permission-sdk/.test([text, ...libraries].join('')), 'A permission is requested by another element than uses-permission.');
  hold(names === 'android.permission.CAMERA android.permission.INTERNET', `The app requests the permissions ${names}.`);
  hold(/android:allowBackup="false"/.test(text) && /android:dataExtractionRules=/.test(text), 'The app can be backed up.');
  hold(/android:usesCleartextTraffic="false"/.test(text), 'Unencrypted traffic is allowed.');
  hold(!/android:debuggable/.test(text), 'The app can be debugged.');
  hold(!/networkSecurityConfig/.test(text), 'A network security configuration can allow other traffic.');
  hold(/<uses-feature android:name="android.hardware.camera" android:required="false" \/>/.test(text), 'The store hides the app from phones without a camera.');
  checkDoors(text, libraries);
}

/** Checks what other apps can open: only the one activity, from the launcher and through links of the product. */
function checkDoors(text, libraries) {
  const parts = [...text.matchAll(/<(activity|activity-alias|service|receiver|provider)\s/g)].map(([, kind]) => kind).join(' ');
  hold(parts === 'activity provider', `The app has ${parts}, not one activity and the provider of photos.`);
  const window = /<activity\s([^>]*)>/.exec(text)[1];
  // With an affinity, another app could put its own activity into our task and be shown in our place (Android 7 to 10).
  for (const word of ['android:name="app.loanmarket.MainActivity"', 'android:exported="true"', 'android:launchMode="singleTask"', 'android:taskAffinity=""']) {
    hold(window.includes(word), `The activity lacks ${word}.`);
  }
  hold([...[text, ...libraries].join('').matchAll(/android:exported="true"/g)].length === 1, 'More than the one activity is exported to other apps.');
  const seen = [...[text, ...libraries].join('').matchAll(/<queries>([\s\S]*?)<\/queries>/g)].map(([, one]) => one.replace(/\s+/g, ' ').trim()).join();
  hold(seen === camera, `The app sees other apps than those of the camera, or none, so that a page cannot open the camera: ${seen}`);
  const filters = [...text.matchAll(/<intent-filter([^>]*)>([\s\S]*?)<\/intent-filter>/g)];
  const says = filters.map(([, head, body]) => [head.trim(), ...[...body.matchAll(/<(?:action|category|data) ([^>]*?) ?\/>/g)].map(([, one]) => one)].join('\n'));
  hold(says.join('\n\n') === doors, `Other apps can open:\n${says.join('\n\n')}`);
}

/** The only apps that the app has to see: BridgeWebChromeClient.java shows a file picker unless it finds one of them. */
const camera = '<intent> <action android:name="android.media.action.IMAGE_CAPTURE" /> </intent>';

const doors = `
android:name="android.intent.action.MAIN"
android:name="android.intent.category.LAUNCHER"

android:autoVerify="true"
android:name="android.intent.action.VIEW"
android:name="android.intent.category.DEFAULT"
android:name="android.intent.category.BROWSABLE"
android:scheme="https" android:host="@string/link_host" android:pathPrefix="/m/"`;

check('the merged manifest requests only camera and internet, and allows no backup', async () => {
  checkManifest(manifest);
  const mistakes = [
    ['CAMERA', 'READ_CONTACTS'], ['allowBackup="false"', 'allowBackup="true"'], ['exported="false"', 'exported="true"'],
    ['autoVerify="true"', 'autoVerify="false"'], ['@string/link_host', 'vayro.example'],
    ['usesCleartextTraffic="false"', 'usesCleartextTraffic="true"'],
    ['<application', '<uses-permission android:name="android.permission.ACCESS_FINE_LOCATION" /><application'],
    ['<application', "<uses-permission android:name='android.permission.READ_SMS' /><application"],
    ['</application>', "<activity android:name='.Other' android:exported='true' /></application>"],
    ['</application>', '<receiver android:name=".Boot"><intent-filter><action android:name="a" /></intent-filter></receiver></application>'],
    ['<application', '<uses-permission android:name = "android.permission.READ_SMS" /><application'],
    ['android:pathPrefix="/m/" />', 'android:pathPrefix="/m/" /><data android:scheme="https" android:host="other.example" />'],
    ['</activity>', '<intent-filter><data android:scheme="loan" /></intent-filter></activity>'],
    [' android:pathPrefix="/m/"', ''], ['android.intent.category.BROWSABLE', 'android.intent.category.OTHER'],
    ['app.loanmarket.MainActivity', 'app.loanmarket.Other'], ['android:exported="true"', ''], ['singleTask', 'standard'],
    ['android:required="false"', 'android:required="true"'], ['<application', '<queries><package android:name="a.b" /></queries><application'],
    ['<action android:name="android.media.action.IMAGE_CAPTURE" />', ''], ['IMAGE_CAPTURE', 'VIDEO_CAPTURE'], ['android:taskAffinity=""', ''],
    ['<application', '<application android:networkSecurityConfig="@xml/network"'], ['android:allowBackup="false"', ''],
  ];
  const haptics = readFileSync(join(root, 'node_modules/@capacitor/haptics/android/src/main/AndroidManifest.xml'), 'utf8');
  await mustNotice('a library with a permission', () => checkManifest(manifest, [...merged(), haptics]));
  for (const [right, wrong] of mistakes) await mustNotice(`${right} as ${wrong}`, () => checkManifest(manifest.replace(right, wrong)));
});

const framework = '/usr/share/android-framework-res/framework-res.apk';

/** Debian provides aapt2 and the resources of Android 10. */
function needAapt() {
  if (spawnSync('aapt2', ['version']).status === 0 && existsSync(framework)) return;
  apt(['aapt', 'android-framework-res'], 'aapt2 is missing');
}

/** The resources that ours use from androidx. */
const androidx = `<resources>
  <attr name="windowActionBar" format="boolean" /><attr name="windowNoTitle" format="boolean" />
  <attr name="windowSplashScreenBackground" format="color" /><attr name="windowSplashScreenAnimatedIcon" format="reference" />
  <attr name="postSplashScreenTheme" format="reference" />
  <style name="Theme.AppCompat.Light.NoActionBar" parent="android:Theme.Material.Light.NoActionBar" />
  <style name="Theme.SplashScreen" parent="android:Theme.Material.Light.NoActionBar" />
</resources>`;

/** Compiles and links the resources, optionally with changes to some files. */
function link(changes = {}) {
  const work = mkdtempSync(join(tmpdir(), 'loanmarket-res-'));
  try {
    run('cp', ['-r', join(main, 'res'), join(work, 'res')]);
    writeFileSync(join(work, 'res/values/androidx.xml'), androidx);
    // Android 10, whose resources Debian provides, does not know this attribute and this element yet.
    let text = manifest.replace(/\s+android:dataExtractionRules="[^"]*"/, '').replace(/<queries>[\s\S]*?<\/queries>/, '').replaceAll('${applicationId}', 'app.loanmarket');
    text = text.replace('<manifest ', '<manifest package="app.loanmarket" ');
    writeFileSync(join(work, 'AndroidManifest.xml'), changes.manifest?.(text) ?? text);
    for (const [path, change] of Object.entries(changes.res ?? {})) {
      const file = join(work, 'res', path);
      const before = readFileSync(file, 'utf8');
      writeFileSync(file, change(before));
    }
    mkdirSync(join(work, 'out'));
    run('aapt2', ['compile', '--dir', join(work, 'res'), '-o', join(work, 'out/res.zip')]);
    run('aapt2', ['link', '-I', framework, '--manifest', join(work, 'AndroidManifest.xml'), '--min-sdk-version', '24',
      '--target-sdk-version', '29', '-o', join(work, 'out/app.apk'), join(work, 'out/res.zip')]);
  } finally {
    rmSync(work, { recursive: true });
  }
}

check('manifest and resources link', async () => {
  needAapt();
  link();
  await mustNotice('an unknown attribute', () => link({ manifest: (text) => text.replace('android:label', 'android:lable') }));
  await mustNotice('an unknown string', () => link({ manifest: (text) => text.replace('@string/app_name', '@string/name') }));
  for (const [path, word] of [['values/styles.xml', '@color/paper'], ['drawable/mark.xml', '</vector>']]) {
    hold(readFileSync(join(main, 'res', path), 'utf8').includes(word), `The mistake could not be planted in ${path}.`);
  }
  await mustNotice('an unknown colour', () => link({ res: { 'values/styles.xml': (text) => text.replace('@color/paper', '@color/papre') } }));
  await mustNotice('an invalid drawable', () => link({ res: { 'drawable/mark.xml': (text) => text.replace('</vector>', '') } }));
});

/** Checks that every language has all keys of the source language, and that every text is translated. */
function checkTexts(texts) {
  const of = (text) => new Map([...text.matchAll(/<string name="(\w+)">([^<]+)</g)].map(([, name, value]) => [name, value]));
  const [source, ...others] = texts.map(of);
  hold(source.size >= 4, 'The shell has too few texts.');
  for (const other of others) {
    hold([...other.keys()].join() === [...source.keys()].join(), `A language has the keys ${[...other.keys()]}, the source ${[...source.keys()]}.`);
    for (const [name, value] of other) hold(value !== source.get(name), `${name} is not translated.`);
  }
}

check('the texts of the Android shell exist in four languages', async () => {
  const texts = ['values', 'values-en', 'values-th', 'values-zh'].map((folder) => readFileSync(join(main, 'res', folder, 'strings.xml'), 'utf8'));
  checkTexts(texts);
  await mustNotice('a text that is missing in one language', () => checkTexts([texts[0], texts[1].replace('lock_open', 'lock_opened')]));
  await mustNotice('a text copied from another language', () => checkTexts([texts[0], texts[0]]));
});
