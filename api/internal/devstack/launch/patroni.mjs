// `npm run drill:patroni`: simulates borrowers on two processes while three PostgreSQL servers under Patroni fail over. Patroni
// and etcd are installed in .cache; PostgreSQL is the machine's own.
//   npm run drill:patroni -- -strikes 20 -seed 7
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Sentence, cache, fail, goEnv, root } from './tools.mjs';

const version = '4.1.5';
const folder = join(cache, `patroni-${version}`);
const patroni = join(folder, 'bin', 'patroni');
const missing = 'The drill needs PostgreSQL with its programs, Python 3 with venv, and etcd: apt-get install -y postgresql python3-venv etcd-server';
const run = (cwd, command, ...args) => spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;

/** Installs Patroni once. PostgreSQL does not run as root, and its user must be able to run this Python too. */
function installPatroni() {
  if (existsSync(patroni)) return;
  const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
  if (!run(root, python, '-m', 'venv', folder)) fail(new Sentence(missing));
  if (!run(root, join(folder, 'bin', 'python'), '-m', 'pip', 'install', '-qq', `patroni[etcd3]==${version}`, 'psycopg[binary]==3.3.9')) {
    fail(new Sentence('Patroni could not be installed: the registry of Python packages cannot be reached.'));
  }
}

/** Returns the machine's etcd, else Debian's package, unpacked beside Patroni. */
function findEtcd() {
  const own = join(cache, 'etcd', 'usr', 'bin', 'etcd');
  for (const path of ['/usr/bin/etcd', '/usr/local/bin/etcd', own]) if (existsSync(path)) return path;
  const into = join(cache, 'etcd');
  mkdirSync(into, { recursive: true });
  if (run(into, 'apt-get', '-o', 'APT::Sandbox::User=root', 'download', 'etcd-server') && run(into, 'sh', '-c', 'dpkg -x etcd-server_*.deb .') && existsSync(own)) return own;
  return fail(new Sentence(missing));
}

/** Returns the bin folder of the newest server on the machine that has all programs Patroni uses. */
function findPostgreSQL() {
  const whole = (bin) => ['initdb', 'postgres', 'pg_ctl', 'pg_basebackup', 'pg_rewind', 'pg_controldata'].every((name) => existsSync(join(bin, name)));
  const all = '/usr/lib/postgresql';
  const versions = existsSync(all) ? readdirSync(all).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((v) => join(all, v, 'bin')).find(whole) ?? fail(new Sentence(missing));
}

installPatroni();
const args = ['-patroni', patroni, '-etcd', findEtcd(), '-postgresql', findPostgreSQL(), ...process.argv.slice(2)];
process.exitCode = spawnSync(
  'go',
  ['test', './api/cmd/loanmarket', '-count=1', '-v', '-timeout=60m', '-run', 'TestPatroniFailsOver', ...args],
  { cwd: root, env: { ...process.env, ...goEnv }, stdio: 'inherit' },
).status ?? 1;
