/** Reads the events of `go test -json`: counts the tests without subtests, and prints the output of failed ones. */
export class GoReport {
  #output = new Map(); // by package, or by package and test
  #parents = new Set();
  #ended = new Map(); // package and test -> pass, fail or skip
  #brokenPackages = new Set();
  #seconds = new Map();

  take(line) {
    let event;
    try {
      event = JSON.parse(line);
    } catch {
      console.log(line); // output of the go command itself
      return;
    }
    const { Action: action, Package: pkg, ImportPath: path, Test: test, Output: output } = event;
    const key = test ? `${pkg} ${test}` : (pkg ?? path);
    if (action === 'output' || action === 'build-output') {
      this.#output.set(key, (this.#output.get(key) ?? '') + output);
      return;
    }
    if (action === 'run') {
      for (let i = test.lastIndexOf('/'); i > 0; i = test.lastIndexOf('/', i - 1)) this.#parents.add(`${pkg} ${test.slice(0, i)}`);
      return;
    }
    if (action === 'build-fail') console.log(this.#output.get(key) ?? '');
    if (!['pass', 'fail', 'skip'].includes(action)) return;
    if (action === 'fail') console.log(`FAIL ${key}\n${this.#output.get(key) ?? ''}`);
    this.#output.delete(key);
    if (test) {
      this.#ended.set(key, action);
      this.#seconds.set(key, event.Elapsed ?? 0);
    }
    if (!test && action === 'fail') this.#brokenPackages.add(pkg);
  }

  #count(action) {
    return [...this.#ended].filter(([key, how]) => how === action && !this.#parents.has(key)).length;
  }

  /** The result of each test: "package Test/part" to pass, fail or skip. */
  get ended() {
    return this.#ended;
  }

  /** The duration of each test without subtests, "package Test/part" to seconds. */
  get seconds() {
    return [...this.#seconds].filter(([key]) => !this.#parents.has(key));
  }

  get passed() {
    return this.#count('pass');
  }

  /** The number of failed tests, plus one for each package that failed without a failed test: it did not build, or crashed. */
  get failed() {
    const blamed = new Set([...this.#ended].filter(([, how]) => how === 'fail').map(([key]) => key.split(' ')[0]));
    const leaves = this.#count('fail');
    // A parent may fail although none of its subtests did.
    const parents = [...this.#ended].filter(([key, how]) => how === 'fail' && this.#parents.has(key)).length;
    return Math.max(leaves, parents ? 1 : 0) + [...this.#brokenPackages].filter((pkg) => !blamed.has(pkg)).length;
  }
}
