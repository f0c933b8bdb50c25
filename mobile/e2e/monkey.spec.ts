import { test as base, type Browser } from '@playwright/test';
import { expect } from './fixtures';
import { Monkey, type Owner } from './monkey/monkey';
import { print, read, shorten, stepsOf, type Step } from './monkey/steps';
import { Typed } from './monkey/typed';
import { Writes } from './monkey/writes';
import { debtor } from './walk/debtor';
import { ours } from './walk/desk';
import { QuickBorrower } from './walk/quick';
import { somebodyOf } from './walk/regionPerson';

// Random steps over the real stack. `npm run monkey` takes a given number of steps and prints the seed of a failure.
// This test takes a few hundred fixed steps, and the lists that failed before.

const test = base;
/** The number of steps per borrower. A failing round is repeated and shortened as a whole. */
const ROUND = 150;
const COUNT = Number(process.env.MONKEY_STEPS ?? 300);
const SEED = Number(process.env.MONKEY_SEED ?? 11);
/** How often a failing round is repeated in order to shorten it. */
const TRIES = Number(process.env.MONKEY_TRIES ?? 0);

/** Lists that failed before, each with the problem it found. */
const ONCE: readonly { found: string; debts: boolean; list: string }[] = [];

/** A borrower with a running loan, or a new one. */
async function somebody(debts: boolean): Promise<Owner> {
  const who = new QuickBorrower(ours, somebodyOf('vi'));
  await who.logIn();
  if (debts) await debtor(who, await who.verify());
  // A phone receives only one code in two minutes, so after a logout another borrower continues.
  return { token: who.token, phone: who.person.phone, next: () => somebody(debts) };
}

/** Takes the steps with a new borrower and browser context. Returns the failure, or undefined. */
async function walk(browser: Browser, debts: boolean, steps: readonly Step[]): Promise<{ taken: number; trouble: string; diary: string[] } | undefined> {
  const context = await browser.newContext();
  try {
    const monkey = await Monkey.on(context, await somebody(debts));
    const failed = await monkey.take(steps);
    return failed && { ...failed, diary: monkey.diary };
  } finally {
    await context.close();
  }
}

/** Returns the command that takes exactly these steps. */
const commandFor = (debts: boolean, steps: readonly Step[]): string => `npm run monkey -- ${debts ? '--debts ' : ''}--list "${print(steps)}"`;

/** Like walk, but throws a readable error on failure. */
async function hold(browser: Browser, name: string, debts: boolean, steps: readonly Step[]): Promise<void> {
  const failed = await walk(browser, debts, steps);
  if (!failed) return;
  const short = await shorten(steps.slice(0, failed.taken), async (fewer) => (await walk(browser, debts, fewer)) !== undefined, TRIES);
  const diary = failed.diary.slice(-25).map((line) => `  ${line}`).join('\n');
  throw new Error(`${name}: ${failed.trouble}\n\nThe last steps:\n${diary}\n\n${short.length} steps repeat it:\n${commandFor(debts, short)}`);
}

const rounds = process.env.MONKEY_LIST ? [] : Array.from({ length: Math.ceil(COUNT / ROUND) }, (_, nth) => SEED + nth);
for (const seed of rounds) {
  test(`seed ${seed}`, async ({ browser }) => {
    test.setTimeout(600_000 + TRIES * 120_000);
    await hold(browser, `seed ${seed}`, seed % 2 === 1, stepsOf(seed, Math.min(ROUND, COUNT)));
  });
}

const list = process.env.MONKEY_LIST;
for (const { found, debts, list: steps } of list ? [{ found: 'the list', debts: process.env.MONKEY_DEBTS === '1', list }] : ONCE) {
  test(`${found} stays fixed`, async ({ browser }) => hold(browser, found, debts, read(steps)));
}

test('a list of steps is generated from its seed, printed, parsed and shortened', async () => {
  const steps = stepsOf(7, 40);
  expect(stepsOf(7, 40)).toEqual(steps);
  expect(stepsOf(8, 40)).not.toEqual(steps);
  expect(read(print(steps))).toEqual(steps);
  const [early, late] = [steps[3]!, steps[31]!];
  expect(await shorten(steps, async (fewer) => fewer.includes(early) && fewer.includes(late), 1000)).toEqual([early, late]);
});

test('Writes reports a key that is reused for other content, and content that is sent under two keys', () => {
  const writes = new Writes();
  const [once, other] = [{ path: '/app/loan/apply', key: 'k1', body: '{"a":1}' }, { path: '/app/loan/apply', key: 'k1', body: '{"a":2}' }];
  expect(writes.sent(once)).toBeUndefined();
  expect(writes.sent(once), 'a retry').toBeUndefined();
  expect(writes.sent({ ...once, key: 'k2' })).toMatch(/^two keys/);
  expect(writes.sent(other)).toMatch(/^one key/);
  writes.answered(once);
  expect(writes.sent({ ...once, key: 'k3' }), 'a new attempt after the response').toBeUndefined();
});

test('Typed reports lost input, except in a form that is edited in two windows', () => {
  const typed = new Typed();
  const field = (value: string, form = '/m/customer/online') => ({ id: `${form} 0`, value });
  typed.keep(0, field('Chị  Lan'));
  expect(typed.lost(0, [field('Chị Lan ')])).toBeUndefined();
  expect(typed.lost(0, [field('Chị')])).toMatchObject({ typed: 'Chị  Lan', found: 'Chị' });
  expect(typed.lost(1, [field('')]), 'another window may not have the input yet').toBeUndefined();
  typed.keep(0, field(''));
  expect(typed.lost(0, [field('Chị')]), 'the input was deleted before').toBeUndefined();
  typed.keep(0, field('Chị Lan'));
  typed.keep(1, field('Anh'));
  expect(typed.lost(1, [field('')])).toBeUndefined();
  typed.keep(0, field('0912', '/m/login'));
  expect(typed.lost(0, [field('', '/m/login')]), 'the login form does not keep input').toBeUndefined();
});
