// Which packages are mutated, and whose tests are run: first the package's own, then those of packages that use it.

/** The folder of the packages, relative to the root. */
export const internal = 'api/internal';

/** The timeout of a package's tests: a test that hangs kills the mutant. */
const pure = '2m';
const stored = '8m';

/** Tests of query plans over many rows: they kill no mutant that others would not, and take most of the time. */
const plans = '^(TestNoSequentialScans|TestMatchAmongAMillionIntentsRequiresCodeOrPrefixAndAmount)$';

/**
 * Each package with the packages whose tests are run on mutants that its own tests leave alive, in order, and the tests to skip
 * per package.
 */
export const packages = {
  'base/money': { timeout: pure, users: ['domain/loan/accrual', 'domain/ledger', 'domain/repay', 'domain/product', 'base/region'] },
  'domain/ledger': { timeout: stored, users: ['flow/servicing', 'flow/reconcile', 'flow/pay'] },
  'domain/repay': { timeout: stored, skip: { 'domain/repay': plans }, users: ['flow/servicing', 'flow/pay', 'flow/proof', 'flow/backoffice', 'door/ops'] },
  'domain/loan/accrual': { timeout: pure, users: ['domain/loan', 'flow/servicing', 'flow/pay'] },
  'flow/accrue': { timeout: stored, users: ['flow/pay'] },
  'flow/intent': { timeout: stored, users: ['flow/pay', 'door/api'] },
  'flow/pay': { timeout: stored, skip: { 'flow/pay': plans }, users: ['flow/reconcile', 'flow/document', 'door/ops'] },
  'flow/payout': { timeout: stored, users: ['door/ops'] },
};

/** Returns whose tests are run on a mutant, in order: with MUTATION_OWN only the package's own. */
export const asked = (name) => [name, ...(process.env.MUTATION_OWN ? [] : packages[name].users)];
