import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { choosePicture, watchUploads } from '@/test/photos';
import { open, press } from '@/test/screen';
import { running } from '@/test/data/order';

vi.mock('@/ui/photo/shrink', () => ({ preparePhoto: async (file: Blob) => ({ blob: file, sharpness: 1000 }) }));

it('a proof of payment waits for every picture that is on its way', async () => {
  const uploads = watchUploads();
  const { asked } = await open(`/m/repay/proofUpload/${running.orderId}`, {
    'repay/proofs': { open: true, orderNo: running.orderNo, proofs: [] },
    'repay/proof': {} as never,
  });
  const sent = () => asked.filter(({ path }) => path === 'repay/proof').map(({ body }) => body['fileIds']);
  await choosePicture(0);
  await vi.waitFor(() => expect(uploads.length).toBe(1));
  await uploads[0]!.arrive('a');
  await choosePicture(1);
  await vi.waitFor(() => expect(uploads.length).toBe(2));
  await press('Gửi ảnh');
  expect(sent()).toEqual([]);
  await uploads[1]!.arrive('b');
  await press('Gửi ảnh');
  expect(sent()).toEqual([['a', 'b']]);
  expect(screen.getAllByText(/^Ảnh \d/)).toHaveLength(1);
});
