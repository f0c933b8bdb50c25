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
  [swift('LoginStore'), 'kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly', 'The log-in would wander into backups.'],
  [swift('NoBackup'), 'folders = ["WebKit", "Cookies", "HTTPStorages"]', 'The web view’s storage would wander into backups.'],
  [swift('NoBackup'), 'values.isExcludedFromBackup = true', 'The web view’s storage would wander into backups.'],
  [swift('SceneDelegate'), 'NoBackup.mark()\n        window = UIWindow(', 'The web view’s storage would wander into backups.'],
  [java('SealedLoginStore'), 'Seal.close(KeystoreKey.get(), login.toText())', 'The log-in would be written as it is.'],
  [java('SealedLoginStore'), 'putString(NAME, Base64.encodeToString(sealed, Base64.NO_WRAP))', 'The log-in would be written as it is.'],
  [java('SealedLoginStore'), 'Context.MODE_PRIVATE', 'Other apps could read the log-in.'],
  [java('KeystoreKey'), 'STORE = "AndroidKeyStore"', 'The key would not stay in the phone’s key store.'],
  [swift('HostPlugin'), 'if call.getString("tag") == HostPlugin.tag { return true }', 'A strange tag would be answered.'],
  [java('HostPlugin'), 'if (HostSession.isOurs(call.getString("tag"))) return false;', 'A strange tag would be answered.'],
  [swift('SceneDelegate'), 'func sceneWillResignActive(_ scene: UIScene) {\n        privacy.show(over: window)', 'The task switcher would show the loans.'],
  [java('MainActivity'), 'public void onPause() {\n        getWindow().addFlags(WindowManager.LayoutParams.FLAG_SECURE);', 'The task switcher would show the loans.'],
  [swift('SharedFilesPlugin'), 'options: .completeFileProtection', 'Shared files could be read while the phone is locked.'],
  [swift('AppCookie'), 'store.setCookie(cookie)', 'The pages would not see the cookie: document.cookie does not reach capacitor://.'],
  [java('AppCookie'), 'ORIGIN = "https://localhost"', 'The pages would not see the cookie.'],
  [java('MainActivity'), 'registerPlugin(HapticsPlugin.class);\n        lock = new AppLock(this);\n        super.onCreate(savedInstanceState);', 'Plugins that are registered later are not there.'],
  [java('MainActivity'), 'if (Environment.DIRECTORY_PICTURES.equals(type)) return TransientFolder.photos(getCacheDir()).made();', 'Photos of papers would lie on the external storage.'],
  [swift('SceneDelegate'), 'TransientFiles.clear()\n        NoBackup.mark()', 'Photos and shared files would outlive the app.'],
  [swift('HostPlugin'), 'store.clear()\n        TransientFiles.clear()', 'Photos and shared files would outlive the log-out.'],
  [swift('TransientFiles'), 'if name == shared.lastPathComponent || name.hasSuffix(documents) { return true }', 'Shared files would outlive the log-out.'],
  [swift('TransientFiles'), 'return fileFields.contains(where: { name.hasPrefix($0) })', 'Photos would outlive the log-out.'],
  [swift('TransientFiles'), 'fileFields = ["WKWebFileUpload", "WKFileUploadPanel"]', 'Photos would outlive the log-out.'],
  [swift('TransientFiles'), 'try? FileManager.default.removeItem(at: directory.appendingPathComponent(name))', 'Photos and shared files would outlive the log-out.'],
  [swift('SharedFilesPlugin'), 'let folder = TransientFiles.shared', 'Shared files would outlive the log-out.'],
  [capacitor, 'Activity activity = bridge.getActivity();\n        File photoFile = createImageFile(activity);', 'The camera writes elsewhere than into the window’s folder.'],
  [capacitor, 'File storageDir = activity.getExternalFilesDir(Environment.DIRECTORY_PICTURES);', 'The camera writes elsewhere than into the window’s folder.'],
  [java('MainActivity'), 'deleteFormerPhotos();\n    }', 'Photos that an earlier version left would stay.'],
  [java('MainActivity'), 'File folder = super.getExternalFilesDir(Environment.DIRECTORY_PICTURES);', 'Photos that an earlier version left would stay.'],
  [java('MainActivity'), 'for (TransientFolder folder : TransientFolder.all(getCacheDir())) folder.deleteOld(System.currentTimeMillis());', 'What was never read would stay.'],
  [java('PhotosPlugin'), 'TransientFolder.photos(getContext().getCacheDir()).delete(call.getString("name"));', 'Photos would outlive their reading.'],
  [java('SharedFilesPlugin'), 'TransientFolder shared = TransientFolder.shared(getContext().getCacheDir());', 'Shared files would outlive the log-out.'],
  [java('HostPlugin'), 'TransientFolder.all(getContext().getCacheDir()));', 'Photos and shared files would outlive the log-out.'],
  [java('HostPlugin'), 'session.logOut();', 'The log-in, photos and shared files would outlive the log-out.'],
];

function checkLine([path, line, meaning], text = readFileSync(join(root, path), 'utf8')) {
  hold(text.includes(line), `${path} no longer says \`${line}\`. ${meaning}`);
}

check('what the shells keep stays on the phone', async () => {
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
    hold(out === 'database,external,file,root,sharedpref' && !left.includes('<include'), `By ${way} more leaves the phone than nothing.`);
  }
}

/**
 * Checks the folders from which other apps may receive files: only the app's own for camera photos and shared files,
 * which are emptied.
 */
function checkShared(text, emptied = readFileSync(join(root, java('TransientFolder')), 'utf8')) {
  const folders = [...text.matchAll(/<([\w-]+-path) [^>]*path="([^"]*)"/g)].map(([, kind, path]) => `${kind} ${path}`).join();
  hold(folders === 'cache-path photos,cache-path papers', `Other apps may be handed files of ${folders}.`);
  const names = [...emptied.matchAll(/new File\(cache, "(\w+)"\)/g)].map(([, name]) => `cache-path ${name}`).join();
  hold(names === folders, `Other apps may be handed files of ${folders}, but ${names} are emptied.`);
}

check('nothing leaves the phone by a backup, a transfer to another one or a shared folder', async () => {
  const text = readFileSync(join(root, rules, 'data_extraction_rules.xml'), 'utf8');
  checkExtraction(text);
  await mustNotice('preferences in the cloud', () => checkExtraction(text.replace('<exclude domain="sharedpref" />', '')));
  const shared = readFileSync(join(root, rules, 'file_paths.xml'), 'utf8');
  checkShared(shared);
  await mustNotice('a folder too many', () => checkShared(shared.replace('<cache-path', '<root-path name="root" path="." /><cache-path')));
  await mustNotice('photos on the external storage', () => checkShared(shared.replace('cache-path name="photos" path="photos"', 'external-files-path name="photos" path="Pictures"')));
  await mustNotice('the whole cache', () => checkShared(shared.replace('path="papers"', 'path="."')));
  await mustNotice('a folder that is not emptied', () => checkShared(shared, ''));
  await mustNotice('a file to the next phone', () => checkExtraction(text.replace('</device-transfer>', '<include domain="file" path="a" /></device-transfer>')));
});
