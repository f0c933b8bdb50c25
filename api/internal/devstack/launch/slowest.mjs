// Collects the durations of tests of all runners and lists the slowest.

const taken = [];

/** Stores how long a test took. */
export const took = (name, seconds) => taken.push({ name, seconds });

/** `go test`; callers pass only tests without subtests. */
export const tookGo = (pkg, test, seconds) => took(`${pkg.replace(/^.*?\/loanmarket\//, '')} ${test}`, seconds);

export function tookVitest(report, workspace) {
  for (const { name, assertionResults } of report.testResults) {
    const file = name.slice(name.lastIndexOf(`/${workspace}/`) + 1);
    for (const { fullName, duration } of assertionResults) took(`${file} ${fullName}`, (duration ?? 0) / 1000);
  }
}

export function tookPlaywright(report) {
  const walk = (suite) => {
    for (const { file, title, tests } of suite.specs ?? []) {
      took(`${file} ${title}`, tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000);
    }
    (suite.suites ?? []).forEach(walk);
  };
  report.suites.forEach(walk);
}

/** Returns the slowest tests, one line each; empty if no durations were stored. */
export function slowest(count = 20) {
  return [...taken].sort((a, b) => b.seconds - a.seconds).slice(0, count).map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name.slice(0, 130)}`);
}
