// Checks the lines that keep data on the phone. No compiler detects a weaker key, a picture in the task switcher or an
// answer to a foreign page, and nothing here runs the Swift code. So each such line is listed, and a change of it is
// detected.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../product.mjs';
import { check, hold, mustNotice } from '../report.mjs';

const java = (name) => `mobile/android/app/src/main/java/app/loanmarket/${name}.java`;
const swift = (name) => `mobile/ios/App/App/${name}.swift`;
const capacitor = 'node_modules/@capacitor/android/capacitor/src/main/java/com/getcapacitor/BridgeWebChromeClient.java';

/** A file, the text that it must contain, and the consequence if it is missing. */
const lines = [
  [swift('LoginStore'), 'kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly', 'Backups would contain the login.'],
  [swift('NoBackup'), 'folders = ["WebKit", "Cookies", "HTTPStorages"]', 'Backups would contain the web view’s storage.'],
  [swift('NoBackup'), 'values.isExcludedFromBackup = true', 'Backups would contain the web view’s storage.'],
  [swift('SceneDelegate'), 'NoBackup.mark()\n        window = UIWindow(', 'Backups would contain the web view’s storage.'],
  [java('SealedLoginStore'), 'Seal.close(KeystoreKey.get(), login.toText())', 'The login would be stored unencrypted.'],
  [java('SealedLoginStore'), 'putString(NAME, Base64.encodeToString(sealed, Base64.NO_WRAP))', 'The login would be stored unencrypted.'],
  [java('SealedLoginStore'), 'Context.MODE_PRIVATE', 'Other apps could read the login.'],
  [java('KeystoreKey'), 'STORE = "AndroidKeyStore"', 'The key would not stay in the phone’s key store.'],
  [swift('HostPlugin'), 'if call.getString("tag") == HostPlugin.tag { return true }', 'A call with a foreign tag would get a response.'],
  [java('HostPlugin'), 'if (HostSession.isOurs(call.getString("tag"))) return false;', 'A call with a foreign tag would get a response.'],
  [swift('SceneDelegate'), 'func sceneWillResignActive(_ scene: UIScene) {\n        privacy.show(over: window)', 'The task switcher would show the loans.'],
  [java('MainActivity'), 'public void onPause() {\n        getWindow().addFlags(WindowManager.LayoutParams.FLAG_SECURE);', 'The task switcher would show the loans.'],
  [swift('SharedFilesPlugin'), 'options: .completeFileProtection', 'Shared files could be read while the phone is locked.'],
  [swift('AppCookie'), 'store.setCookie(cookie)', 'The pages would not see the cookie: document.cookie does not reach capacitor://.'],
  [java('AppCookie'), 'ORIGIN = "https://localhost"', 'The pages would not see the cookie.'],
  [java('MainActivity'), 'registerPlugin(HapticsPlugin.class);\n        lock = new AppLock(this, savedInstanceState);', 'Plugins that are registered later are not available.'],
  [java('MainActivity'), 'if (Environment.DIRECTORY_PICTURES.equals(type)) return TransientFolder.photos(getCacheDir()).made();', 'Photos of documents would be stored on the external storage.'],
  [swift('SceneDelegate'), 'TransientFiles.clear()\n        NoBackup.mark()', 'Photos and shared files would remain after the app ends.'],
  [swift('HostPlugin'), 'store.clear()\n        TransientFiles.clear()', 'Photos and shared files would remain after a logout.'],
  [swift('TransientFiles'), 'if name == shared.lastPathComponent || name.hasSuffix(documents) { return true }', 'Shared files would remain after a logout.'],
  [swift('TransientFiles'), 'return fileFields.contains(where: { name.hasPrefix($0) })', 'Photos would remain after a logout.'],
  [swift('TransientFiles'), 'fileFields = ["WKWebFileUpload", "WKFileUploadPanel"]', 'Photos would remain after a logout.'],
  [swift('TransientFiles'), 'try? FileManager.default.removeItem(at: directory.appendingPathComponent(name))', 'Photos and shared files would remain after a logout.'],
  [swift('SharedFilesPlugin'), 'let folder = TransientFiles.shared', 'Shared files would remain after a logout.'],
  [capacitor, 'Activity activity = bridge.getActivity();\n        File photoFile = createImageFile(activity);', 'The camera would not write into the folder that the activity returns.'],
  [capacitor, 'File storageDir = activity.getExternalFilesDir(Environment.DIRECTORY_PICTURES);', 'The camera would not write into the folder that the activity returns.'],
  [java('MainActivity'), 'deleteFormerPhotos();\n    }', 'Photos of an earlier version would remain.'],
  [java('MainActivity'), 'File folder = super.getExternalFilesDir(Environment.DIRECTORY_PICTURES);', 'Photos of an earlier version would remain.'],
  [java('MainActivity'), 'for (TransientFolder folder : TransientFolder.all(getCacheDir())) folder.deleteOld(System.currentTimeMillis());', 'Files that were never read would remain.'],
  [java('PhotosPlugin'), 'photos().delete(call.getString("name"));', 'Photos would remain after they were read.'],
  [java('SharedFilesPlugin'), 'TransientFolder shared = TransientFolder.shared(getContext().getCacheDir());', 'Shared files would remain after a logout.'],
  [java('HostPlugin'), 'TransientFolder.all(getContext().getCacheDir()));', 'Photos and shared files would remain after a logout.'],
  [java('HostPlugin'), 'session.logOut();', 'The login, photos and shared files would remain after a logout.'],
];

function checkLine([path, line, meaning], text = readFileSync(join(root, path), 'utf8')) {
  hold(text.includes(line), `${path} no longer contains \`${line}\`. ${meaning}`);
}

check('data stored by the shells stays on the phone', async () => {
  for (const entry of lines) {
    checkLine(entry);
    const [path, line] = entry;
    await mustNotice(`${path} without ${line}`, () => checkLine(entry, readFileSync(join(root, path), 'utf8').replace(line, '')));
  }
});

const rules = 'mobile/android/app/src/main/res/xml';

function checkExtraction(text) {
  for (const way of ['cloud-backup', 'device-transfer']) {
    const left = new RegExp(`<${way}>([\\s\\S]*?)</${way}>`).exec(text)?.[1] ?? '';
    const out = [...left.matchAll(/<exclude domain="(\w+)" \/>/g)].map(([, domain]) => domain).sort().join();
    hold(out === 'database,external,file,root,sharedpref' && !left.includes('<include'), `Data leaves the phone by ${way}.`);
  }
}

/**
 * Checks the folders from which other apps may receive files: only the app's own for camera photos and shared files,
 * which are emptied.
 */
function checkShared(text, emptied = readFileSync(join(root, java('TransientFolder')), 'utf8')) {
  const folders = [...text.matchAll(/<([\w-]+-path) [^>]*path="([^"]*)"/g)].map(([, kind, path]) => `${kind} ${path}`).join();
  hold(folders === 'cache-path photos,cache-path papers', `Other apps can receive files of ${folders}.`);
  const names = [...emptied.matchAll(/new File\(cache, "(\w+)"\)/g)].map(([, name]) => `cache-path ${name}`).join();
  hold(names === folders, `Other apps can receive files of ${folders}, but only ${names} are emptied.`);
}

/** Lines without which the app loses a borrower's work when the system ends it. No test here ends an Android app. */
const restored = [
  [java('MainActivity'), 'state.putString(PAGE, page);', 'The app would come back at home.'],
  [java('MainActivity'), 'if (page != null && bridge.isMinimumWebViewInstalled()) bridge.getWebView().loadUrl(page);', 'The app would come back at home.'],
  [java('MainActivity'), 'if (again) setIntent(new Intent(Intent.ACTION_MAIN));', 'A link that was followed before would be followed again.'],
  [java('MainActivity'), 'forgetFollowedLink(savedInstanceState != null);\n        super.onCreate(savedInstanceState);', 'A link that was followed before would be followed again.'],
  [java('MainActivity'), 'bridge.addWebViewListener(new WebViewEnd(this::restartPage));', 'The system would close the app when it ends the web view.'],
  [java('MainActivity'), 'if (webViewEnded) recreate();', 'The app would come back with a dead web view.'],
  [java('MainActivity'), 'lock.save(state);', 'The lock would ask for ever on a phone that ends the app behind the keyguard.'],
  [java('AppLock'), 'if (rule.asksNow()) unlock();', 'The lock would ask for ever on a phone that ends the app behind the keyguard.'],
];

check('an app that the system ended comes back with its page', async () => {
  for (const entry of restored) {
    checkLine(entry);
    const [path, line] = entry;
    await mustNotice(`${path} without ${line}`, () => checkLine(entry, readFileSync(join(root, path), 'utf8').replace(line, '')));
  }
});

check('no data leaves the phone by a backup, a device transfer or a shared folder', async () => {
  const text = readFileSync(join(root, rules, 'data_extraction_rules.xml'), 'utf8');
  checkExtraction(text);
  await mustNotice('preferences in a cloud backup', () => checkExtraction(text.replace('<exclude domain="sharedpref" />', '')));
  const shared = readFileSync(join(root, rules, 'file_paths.xml'), 'utf8');
  checkShared(shared);
  await mustNotice('an additional folder', () => checkShared(shared.replace('<cache-path', '<root-path name="root" path="." /><cache-path')));
  await mustNotice('photos on the external storage', () => checkShared(shared.replace('cache-path name="photos" path="photos"', 'external-files-path name="photos" path="Pictures"')));
  await mustNotice('the whole cache', () => checkShared(shared.replace('path="papers"', 'path="."')));
  await mustNotice('a folder that is not emptied', () => checkShared(shared, ''));
  await mustNotice('a file in a device transfer', () => checkExtraction(text.replace('</device-transfer>', '<include domain="file" path="a" /></device-transfer>')));
});
