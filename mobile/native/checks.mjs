// `npm run native -w mobile`: checks the shells without an Android SDK or Xcode.
import { installTools } from './cap.mjs';
import { runChecks } from './report.mjs';

installTools();
for (const part of ['product', 'config', 'contract', 'kept', 'xcode', 'ios', 'manifest', 'java', 'release', 'sync']) await import(`./checks/${part}.mjs`);
process.exitCode = (await runChecks()) ? 0 : 1;
