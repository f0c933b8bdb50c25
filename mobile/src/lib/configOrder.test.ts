import { afterEach, expect, it, vi } from 'vitest';
import { fetchConfig, getConfig } from './config';
import { galleryConfig } from '@/gallery/config';

afterEach(() => void vi.unstubAllGlobals());

it('the configuration in the language chosen last stays, whichever response arrives last', async () => {
  const answers: ((prodName: string) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push((prodName) => resolve(new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { ...galleryConfig, prodName } }))))));
  const [first, second] = [fetchConfig(), fetchConfig()];
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!('in the new language');
  await second;
  answers[0]!('in the old language');
  await first;
  expect(getConfig().prodName).toBe('in the new language');
});
