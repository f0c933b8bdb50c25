// What the command line of Capacitor writes is committed: writing it again must change nothing.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cap } from '../cap.mjs';
import { root } from '../product.mjs';
import { check, hold, mustNotice } from '../report.mjs';
import { run } from '../run.mjs';

const state = () => run('git', ['-c', 'safe.directory=*', 'status', '--porcelain', '--', 'mobile/android', 'mobile/ios'])
  + run('git', ['-c', 'safe.directory=*', 'diff', '--', 'mobile/android', 'mobile/ios']);

check('a second `cap sync` changes nothing', async () => {
  const pages = join(root, 'mobile/build/shell');
  if (!existsSync(join(pages, 'index.html'))) {
    mkdirSync(pages, { recursive: true });
    writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Loan Market</title><head></head>');
  }
  syncChangesNothing();
  // A generated file that somebody wrote by hand does not stay as it is, and that is noticed.
  const generated = join(root, 'mobile/android/capacitor.settings.gradle');
  const right = readFileSync(generated, 'utf8');
  writeFileSync(generated, right.replace(/include ':capacitor-app'\n.*\n/, ''));
  try {
    await mustNotice('a plugin that the project lost', syncChangesNothing);
  } finally {
    writeFileSync(generated, right);
  }
});

function syncChangesNothing() {
  const before = state();
  cap('sync');
  const after = state();
  hold(after === before, `\`cap sync\` changed tracked files; commit them:\n${after.slice(0, 2000)}`);
}
