import { screen } from '@testing-library/react';
import { it, vi } from 'vitest';
import { member } from '@/test/data/member';
import { open, press } from '@/test/screen';

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
  ['what is on the server is said to stay', [`seen/${member.memberId}/debt`, 'draft/somebody-else/proof:1'], /đã được lưu\.$/],
  ['a proof that was not sent is said to go', [`draft/${member.memberId}/proof:1`], /sẽ bị xóa\.$/],
  ['a photo that is in no form is said to go', [`photo/${member.memberId}/identity:front`], /sẽ bị xóa\.$/],
])('%s', async (_, kept, words) => {
  names.splice(0, names.length, ...kept);
  await open('/m/home/mine', {});
  await press('Đăng xuất');
  await screen.findByText(words);
  await press('Để sau');
});
