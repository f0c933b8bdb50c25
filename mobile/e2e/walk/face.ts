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

/** The timeout of a check of three steps, each with some seconds of film, on a busy machine. */
export const CHECK_MS = 90_000;

/** A verified borrower whose ID card shows the puppet's face, logged in on this phone, which is their first one. */
export async function faced(page: Page, context: BrowserContext, { camera = true, url = ours } = {}): Promise<QuickBorrower> {
  const who = new QuickBorrower(url, somebodyOf('vi'));
  who.card = 'portrait.jpg';
  await who.logIn();
  who.cardId = await who.verify();
  await useAs(context, who, url);
  if (camera) await sitDown(page);
  return who;
}

/** Makes this phone the borrower's own, with their session. */
async function useAs(context: BrowserContext, who: QuickBorrower, url: string): Promise<void> {
  await context.addCookies([
    { name: 'token', value: who.token, url },
    { name: 'phone', value: who.person.phone, url },
  ]);
  await context.addInitScript((device) => localStorage.setItem('lm:device', JSON.stringify({ value: device })), who.device);
}

/** Waits until the face worker responds; it starts after the app. */
export async function ready(who: QuickBorrower): Promise<void> {
  await expect.poll(async () => (await who.call<FaceStatusData>('member/face')).ready, { timeout: 300_000 }).toBe(true);
}

/** The borrower's enrolment state. */
export async function enrolment(who: QuickBorrower): Promise<FaceEnrolmentState> {
  return (await who.call<FaceStatusData>('member/face')).enrolment;
}

/** From the face page to the screen with the camera: the consent, and the key if this phone has none yet. */
export async function towardsCamera(page: Page, who: QuickBorrower): Promise<void> {
  await page.goto('/m/auth/face');
  await arrive(page, '/m/auth/face');
  await button(page, 'Đăng ký khuôn mặt').click();
  await agree(page, who);
}

/** The requirements before the first check on a phone: the consent, and the key with an SMS code. */
export async function agree(page: Page, who: QuickBorrower): Promise<void> {
  await button(page, 'Tôi đồng ý').click();
  const start = button(page, 'Mở máy ảnh và bắt đầu');
  const key = button(page, 'Nhận mã và bật');
  await key.click();
  await expect(start.or(page.getByRole('dialog', { name: 'Xác nhận bật xác minh khuôn mặt trên máy này' }))).toBeVisible();
  if (!(await start.isVisible())) await stepUp(page, who.person.phone, 'Xác nhận bật xác minh khuôn mặt trên máy này', async () => undefined);
  await expect(start).toBeVisible();
}

/**
 * Makes phones work without their own nets from now on, so that the server detects faces. A phone with its own nets
 * starts a step as soon as one look is good, which would happen between two behaviours of the puppet.
 */
export async function serverLooks(page: Page): Promise<void> {
  await page.route('**/face/models.json', (route) => route.abort());
}

/** A borrower whose camera is on while nobody sits in front of it. */
export async function absent(page: Page, context: BrowserContext): Promise<QuickBorrower> {
  const who = await faced(page, context);
  await ready(who);
  await serverLooks(page);
  await towardsCamera(page, who);
  await behave(page, { look: 'absent' });
  await button(page, 'Mở máy ảnh và bắt đầu').click();
  return who;
}

/** Waits for an instruction on the screen. */
export const said = (page: Page, phrase: keyof typeof phrases, timeout = 30_000) => expect(front(page).getByRole('status').filter({ hasText: phrases[phrase] })).toBeVisible({ timeout });

/** Like `said`, over as many checks as needed, because a step waits for its face only for a limited time. */
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
 * Waits until the running check passes, and retries it as the screen offers: at most three times, not counting checks
 * that could not be judged (on a busy machine the worker is slower than everything else).
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

/** Opens the camera from the introduction. */
export const openingCamera = (page: Page) => button(page, 'Mở máy ảnh và bắt đầu').click();

/**
 * Kills the face worker whenever a step is sent to it, so that no check can be judged. It restarts automatically, and
 * on a busy machine may be back before the step arrives.
 */
export async function workerDiesInSteps(page: Page): Promise<void> {
  await page.route('**/faceLogin/step', (route) => {
    try {
      process.kill(Number(readFileSync(join(process.env.LOANMARKET_DATA ?? '', 'face-worker.pid'), 'utf8')), 'SIGKILL');
    } catch {
      // It is already dead.
    }
    return route.continue();
  });
}

/** Takes the requested pictures one after the other until the check ends. Returns whether `passed` appeared. */
export async function photograph(page: Page, passed: Locator): Promise<boolean> {
  const shoot = button(page, /^Chụp ảnh/);
  const ended = front(page).getByRole('alert');
  for (;;) {
    await expect(shoot.or(passed).or(ended).first()).toBeVisible({ timeout: CHECK_MS });
    if (await passed.isVisible()) return true;
    // If the button is visible, the alert is about the last picture, and the next one is expected.
    if (!(await shoot.isVisible()) && (await ended.isVisible())) return false;
    const words = (await shoot.textContent()) ?? '';
    await shoot.click();
    // The button's label changes with the number of the picture, and with the next step.
    await expect(button(page, words)).toBeHidden({ timeout: CHECK_MS });
  }
}

/** Opens the camera from the introduction, and does the check until it leads to a page. */
export async function begin(page: Page, path: string): Promise<void> {
  await button(page, 'Mở máy ảnh và bắt đầu').click();
  await untilPassed(page, async () => place(page).startsWith(path));
}

/** Logs out and opens the login page. */
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
  await untilPassed(page, async () => front(page).getByText('Đã bật xác minh khuôn mặt', { exact: true }).isVisible());
}
