import { spawnSync } from 'node:child_process';
import { Skip } from './report.mjs';
import { run } from './run.mjs';

let updated = false;

/** Installs Debian packages if possible. Otherwise throws Skip, so that the check is reported as skipped. */
export function apt(packages, missing) {
  const possible = process.platform === 'linux' && process.getuid?.() === 0 && !spawnSync('apt-get', ['--version']).error;
  if (!possible) throw new Skip(`${missing}: install ${packages.join(' and ')}.`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  try {
    if (!updated) run('apt-get', ['update', '-qq'], { env });
    updated = true;
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
  } catch (error) {
    throw new Skip(`${missing}, and apt-get could not install ${packages.join(' and ')}: ${error.message.slice(-300)}`);
  }
}
