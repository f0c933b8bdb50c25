import { screen } from '@testing-library/react';
import { afterEach, it, vi } from 'vitest';
import { queryClient } from '@/lib/queryClient';
import { setUnsaved } from '@/lib/unsaved';
import { member } from '@/test/data/member';
import { open, press } from '@/test/screen';
import { dropPhoto, takePhoto } from '@/ui/photo/queue';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const names: string[] = [];
vi.mock('@/lib/storage/sealed', () => ({
  seal: async () => undefined,
  unseal: async () => null,
  sealedNames: async (start: string) => names.filter((name) => name.startsWith(start)),
  forget: async () => undefined,
  wipe: async () => undefined,
  sweep: async () => undefined,
}));

it.each([
  ['says that data on the server is kept', [`seen/${member.memberId}/debt`, 'draft/somebody-else/proof:1'], /đã được lưu\.$/],
  ['warns that an unsent proof is deleted', [`draft/${member.memberId}/proof:1`], /sẽ bị xóa\.$/],
  ['warns that a photo not yet attached to a form is deleted', [`photo/${member.memberId}/identity:front`], /sẽ bị xóa\.$/],
])('%s', async (_, kept, words) => {
  names.splice(0, names.length, ...kept);
  await open('/m/home/mine', {});
  await press('Đăng xuất');
  await screen.findByText(words);
  await press('Để sau');
});

it('warns that typed input is deleted, even if the phone has no storage', async () => {
  names.length = 0;
  await open('/m/home/mine', {});
  setUnsaved('message', { text: 'Phí này là gì?' });
  await press('Đăng xuất');
  await screen.findByText(/sẽ bị xóa\.$/);
  await press('Để sau');
});

it('warns that a photo is deleted, even if the phone has no storage', async () => {
  names.length = 0;
  await open('/m/home/mine', {});
  // The photo stays in preparation.
  vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined));
  void takePhoto('identity/front', 'identity', new Blob(['photo']));
  await press('Đăng xuất');
  await screen.findByText(/sẽ bị xóa\.$/);
  await press('Để sau');
  dropPhoto('identity/front');
});
