// Checks the table of the specification against a test run: every test that it names must have run and passed.
import { dirname, relative } from 'node:path';

/** The results of a run: each { place: file or package, names: of the test and of its parents, passed }. */
export class Outcomes {
  #list = [];
  #ran = new Set();

  /** Adds the results of `go test`: "package Test/part" to pass, fail or skip. */
  takeGo(ended) {
    this.#ran.add('go');
    for (const [key, how] of ended) {
      const at = key.indexOf(' ');
      this.#list.push({ place: key.slice(0, at), names: key.slice(at + 1).split('/'), passed: how === 'pass' });
    }
  }

  /** Adds a report of Vitest; files are identified by their paths from the root. */
  takeVitest(report, root, workspace) {
    this.#ran.add(workspace);
    for (const { name, assertionResults } of report.testResults) {
      for (const { ancestorTitles, title, status } of assertionResults) {
        this.#list.push({ place: path(relative(root, name)), names: [...ancestorTitles, title], passed: status === 'passed' });
      }
    }
  }

  /** Adds a report of Playwright, whose paths are relative to the folder of the walks. */
  takePlaywright(report, folder) {
    this.#ran.add('e2e');
    const walk = (suite, names) => {
      for (const spec of suite.specs ?? []) {
        const passed = spec.ok && spec.tests.some(({ status }) => status !== 'skipped');
        this.#list.push({ place: `${folder}/${path(spec.file)}`, names: [...names, spec.title], passed });
      }
      for (const inner of suite.suites ?? []) walk(inner, [...names, inner.title]);
    };
    report.suites.forEach((suite) => walk(suite, []));
  }

  /** Adds the output of the native checks: one line each, "✓ name (1.2 s)". */
  takeChecks(output, folder) {
    this.#ran.add('native');
    for (const [, mark, name] of output.matchAll(/^([✓x-]) (.+) \([\d.]+ s\)/gm)) {
      this.#list.push({ place: folder, names: [name], passed: mark === '✓' });
    }
  }

  /** Returns a sentence for each proof of a runner in this run whose test did not run or did not pass. */
  missing(proofs) {
    return proofs.filter(({ file }) => this.#ran.has(runnerOf(file))).flatMap((proof) => {
      const wanted = pattern(proof.inside || proof.test);
      const part = proof.inside ? pattern(proof.test.replaceAll(' ', '_')) : undefined;
      const found = this.#list.filter(({ place, names }) => place === placeOf(proof.file) && names.some((name) => wanted.test(name)) &&
        (!part || !proof.file.endsWith('.go') || names.some((name) => part.test(name))));
      if (found.length && found.every(({ passed }) => passed)) return [];
      return `${proof.key}: "${proof.inside || proof.test}" of ${proof.file} ${found.length ? 'did not pass' : 'did not run'}`;
    });
  }
}

const path = (name) => name.replaceAll('\\', '/');

function runnerOf(file) {
  if (file.endsWith('.go')) return 'go';
  if (file.startsWith('mobile/e2e/')) return 'e2e';
  if (file.startsWith('mobile/native/')) return 'native';
  if (file.endsWith('.java')) return 'java';
  return file.startsWith('mobile/') ? 'mobile' : file.startsWith('shared-types/') ? 'shared-types' : 'other';
}

function placeOf(file) {
  if (file.endsWith('.go')) return `github.com/loanmarket/loanmarket/${dirname(file)}`;
  return file.startsWith('mobile/native/') ? 'mobile/native/checks' : file;
}

/** Returns a pattern for the names that a title with placeholders ($name, %s, ${…}) may have become. */
function pattern(title) {
  const parts = title.split(/\$\{.+?\}|\$[\w.]+|%[sdijfo#%]/);
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s\\S]*')}$`);
}
