// What the command line of Capacitor writes is committed: writing it again must change nothing.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cap } from '../cap.mjs';
import { root } from '../product.mjs';
import { check, hold } from '../report.mjs';
import { run } from '../run.mjs';

const state = () => run('git', ['-c', 'safe.directory=*', 'status', '--porcelain', '--', 'mobile/android', 'mobile/ios'])
  + run('git', ['-c', 'safe.directory=*', 'diff', '--', 'mobile/android', 'mobile/ios']);

check('a second `cap sync` changes nothing', () => {
  const pages = join(root, 'mobile/build/shell');
  if (!existsSync(join(pages, 'index.html'))) {
    mkdirSync(pages, { recursive: true });
    writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Loan Market</title><head></head>');
  }
  const before = state();
  cap('sync');
  const after = state();
  hold(after === before, `\`cap sync\` changed tracked files; commit them:\n${after.slice(0, 2000)}`);
});
