import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaceEnrolmentState, FaceStatusData } from '@loanmarket/shared-types/api';
import { phrases } from '@loanmarket/shared-types/phrases/vi';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, front } from '../fixtures';
import { behave, sitDown } from '../puppet/camera';
import { stepUp } from './account';
import { ours } from './desk';
import { QuickBorrower } from './quick';
import { somebodyOf } from './regionPerson';
import { arrive, button, place } from './screen';

/** A check of three steps, each with some seconds of film, on a busy machine. */
export const CHECK_MS = 90_000;

/** A verified borrower whose card shows the puppet's portrait, logged in on this phone, which is the one they began with. */
export async function faced(page: Page, context: BrowserContext, { camera = true, url = ours } = {}): Promise<QuickBorrower> {
  const who = new QuickBorrower(url, somebodyOf('vi'));
  who.card = 'portrait.jpg';
  await who.logIn();
  who.cardId = await who.verify();
  await useAs(context, who, url);
  if (camera) await sitDown(page);
  return who;
}

/** This phone is the borrower's own, with their session on it. */
async function useAs(context: BrowserContext, who: QuickBorrower, url: string): Promise<void> {
  await context.addCookies([
    { name: 'token', value: who.token, url },
    { name: 'phone', value: who.person.phone, url },
  ]);
  await context.addInitScript((device) => localStorage.setItem('lm:device', JSON.stringify({ value: device })), who.device);
}

/** Waits until the face worker answers: it starts behind the open app. */
export async function ready(who: QuickBorrower): Promise<void> {
  await expect.poll(async () => (await who.call<FaceStatusData>('member/face')).ready, { timeout: 300_000 }).toBe(true);
}

/** How the face stands for the borrower. */
export async function enrolment(who: QuickBorrower): Promise<FaceEnrolmentState> {
  return (await who.call<FaceStatusData>('member/face')).enrolment;
}

/** From the page of the face to the screen with the camera: consent, and the key where this phone has none yet. */
export async function towardsCamera(page: Page, who: QuickBorrower): Promise<void> {
  await page.goto('/m/auth/face');
  await arrive(page, '/m/auth/face');
  await button(page, 'Đăng ký khuôn mặt').click();
  await agree(page, who);
}

/** What comes before the first check on a phone: the consent, and the key with an SMS code. */
export async function agree(page: Page, who: QuickBorrower): Promise<void> {
  await button(page, 'Tôi đồng ý').click();
  const start = button(page, 'Mở máy ảnh và bắt đầu');
  const key = button(page, 'Nhận mã và bật');
  await key.click();
  await expect(start.or(page.getByRole('dialog', { name: 'Xác nhận bật khuôn mặt trên máy này' }))).toBeVisible();
  if (!(await start.isVisible())) await stepUp(page, who.person.phone, 'Xác nhận bật khuôn mặt trên máy này', async () => undefined);
  await expect(start).toBeVisible();
}

/**
 * Has phones do without nets of their own from now on: the server looks for them. A phone that looks for itself begins as
 * soon as one look is good, and between two behaviours of the puppet there is one.
 */
export async function serverLooks(page: Page): Promise<void> {
  await page.route('**/face/models.json', (route) => route.abort());
}

/** A borrower whose camera has been switched on before an empty chair. */
export async function absent(page: Page, context: BrowserContext): Promise<QuickBorrower> {
  const who = await faced(page, context);
  await ready(who);
  await serverLooks(page);
  await towardsCamera(page, who);
  await behave(page, { look: 'absent' });
  await button(page, 'Mở máy ảnh và bắt đầu').click();
  return who;
}

/** What is said in front of the camera. */
export const said = (page: Page, phrase: keyof typeof phrases, timeout = 30_000) => expect(front(page).getByRole('status').filter({ hasText: phrases[phrase] })).toBeVisible({ timeout });

/** As `said`, in as many checks as it takes: a step waits for its face for so long only. */
export async function saidAtLast(page: Page, phrase: keyof typeof phrases, timeout = 60_000): Promise<void> {
  const words = front(page).getByRole('status').filter({ hasText: phrases[phrase] });
  const again = button(page, /^Thử lại$/);
  await expect
    .poll(
      async () => {
        if ((await again.isVisible()) && (await again.isEnabled())) await again.click();
        return words.isVisible();
      },
      { timeout, message: phrases[phrase], intervals: [200] },
    )
    .toBe(true);
}

/**
 * Does the check that is under way, and again where it did not do, as the screen offers: three more times at most, and as often as
 * nobody could judge it, which counts for nothing (on a full machine the worker is behind everything else).
 */
async function untilPassed(page: Page, passed: () => Promise<boolean>): Promise<void> {
  const again = button(page, /^Thử lại/);
  const unjudged = front(page).getByText('Chưa kiểm tra được', { exact: true });
  let left = 3;
  await expect
    .poll(
      async () => {
        if (await passed()) return true;
        const free = await unjudged.isVisible();
        if ((free || left > 0) && (await again.isVisible()) && (await again.isEnabled())) {
          if (!free) left -= 1;
          await again.click();
        }
        return false;
      },
      { timeout: 3 * CHECK_MS, intervals: [500] },
    )
    .toBe(true);
}

/** Opens the camera on the screen before it. */
export const openingCamera = (page: Page) => button(page, 'Mở máy ảnh và bắt đầu').click();

/**
 * Kills the face worker whenever a step is on its way to it, in each until it is judged by nobody: it is started anew by
 * itself, and may be back sooner than a step arrives on a busy machine.
 */
export async function workerDiesInSteps(page: Page): Promise<void> {
  await page.route('**/faceLogin/step', (route) => {
    try {
      process.kill(Number(readFileSync(join(process.env.LOANMARKET_DATA ?? '', 'face-worker.pid'), 'utf8')), 'SIGKILL');
    } catch {
      // It is dead already.
    }
    return route.continue();
  });
}

/**
 * Takes the pictures that the screen asks for, one after the other, until it says something else; answers with whether that
 * was what is waited for.
 */
export async function photograph(page: Page, passed: Locator): Promise<boolean> {
  const shoot = button(page, /^Chụp ảnh/);
  const ended = front(page).getByRole('alert');
  for (;;) {
    await expect(shoot.or(passed).or(ended).first()).toBeVisible({ timeout: CHECK_MS });
    if (await passed.isVisible()) return true;
    // Beside the button it is a word on the last picture, and the next one is waited for.
    if (!(await shoot.isVisible()) && (await ended.isVisible())) return false;
    const words = (await shoot.textContent()) ?? '';
    await shoot.click();
    // The next picture has another number; after the last one of a step comes the first of the next.
    await expect(button(page, words)).toBeHidden({ timeout: CHECK_MS });
  }
}

/** Opens the camera on the screen before it, and does the check until it leads to a page. */
export async function begin(page: Page, path: string): Promise<void> {
  await button(page, 'Mở máy ảnh và bắt đầu').click();
  await untilPassed(page, async () => place(page).startsWith(path));
}

/** Logs out, and comes to the login page. */
export async function leaveAccount(page: Page, context: BrowserContext): Promise<void> {
  await page.goto('/m/home/mine');
  await context.clearCookies();
  await page.goto('/m/login');
  await arrive(page, '/m/login');
}

/** Enrols the face on this phone. */
export async function enrol(page: Page, who: QuickBorrower): Promise<void> {
  await towardsCamera(page, who);
  await button(page, 'Mở máy ảnh và bắt đầu').click();
  await untilPassed(page, async () => front(page).getByText('Đã bật khuôn mặt', { exact: true }).isVisible());
}
