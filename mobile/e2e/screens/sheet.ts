import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';

/** Joins screenshots into one large picture, each with its name. */
export async function joinSheet(context: BrowserContext, path: string, pictures: { name: string; file: string }[]): Promise<void> {
  const page = await context.newPage();
  const cells = pictures.map(({ name, file }) => {
    const source = `data:image/png;base64,${readFileSync(file).toString('base64')}`;
    return `<figure><figcaption>${name}</figcaption><img src="${source}" width="360" height="640"></figure>`;
  });
  await page.setViewportSize({ width: 8 * 376, height: 720 });
  await page.setContent(`<style>body{margin:0;background:#888;font:14px sans-serif;display:flex;flex-wrap:wrap}figure{margin:8px}figcaption{color:#fff;height:20px}</style>${cells.join('')}`);
  await page.screenshot({ path, fullPage: true, scale: 'css' });
  await page.close();
}
