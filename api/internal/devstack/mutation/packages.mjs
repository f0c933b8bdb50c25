// Whose mistakes are planted, and whose tests are asked: first a package's own, then those of its users.

/** Where the packages lie, from the root. */
export const internal = 'api/internal';

/** How long the tests of a package may take: one that hangs has noticed the mistake. */
const pure = '2m';
const stored = '8m';

/** Look at plans over many rows: no mistake in Go that others would not notice, and most of the time that the others take together. */
const plans = '^(TestNoSequentialScans|TestAmongAMillionIntentsNobodyIsHitByLess)$';

/** Each package with the users whose tests are asked about what its own leave alive, in turn, and which tests of a package are left out. */
export const packages = {
  'base/money': { timeout: pure, users: ['domain/loan/accrual', 'domain/ledger', 'domain/repay', 'domain/product', 'base/region'] },
  'domain/ledger': { timeout: stored, users: ['flow/servicing', 'flow/reconcile', 'flow/pay'] },
  'domain/repay': { timeout: stored, skip: { 'domain/repay': plans }, users: ['flow/servicing', 'flow/pay', 'flow/proof', 'flow/backoffice', 'door/ops'] },
  'domain/loan/accrual': { timeout: pure, users: ['domain/loan', 'flow/servicing', 'flow/pay'] },
  'flow/pay': { timeout: stored, skip: { 'flow/pay': plans }, users: ['flow/reconcile', 'flow/document', 'door/ops'] },
  'flow/payout': { timeout: stored, users: ['door/ops'] },
};

/** Whose tests are asked about a mistake, in turn: with MUTATION_OWN the package's own alone. */
export const asked = (name) => [name, ...(process.env.MUTATION_OWN ? [] : packages[name].users)];
