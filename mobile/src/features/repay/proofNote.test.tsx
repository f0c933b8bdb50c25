import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { choosePicture, watchUploads } from '@/test/photos';
import { open, press } from '@/test/screen';
import { running } from '@/test/data/order';

vi.mock('@/ui/photo/shrink', () => ({ preparePhoto: async (file: Blob) => ({ blob: file, sharpness: 1000 }) }));
vi.mock('@/lib/storage/sealed', () => ({ seal: async () => undefined, unseal: async () => null, sealedNames: async () => [], forget: async () => undefined }));

it('a note that is too long is named at its field, kept, and sent once it is shorter', async () => {
  const uploads = watchUploads();
  const { asked } = await open(`/m/repay/proofUpload/${running.orderId}`, { 'repay/proofs': { open: true, orderNo: running.orderNo, proofs: [] }, 'repay/proof': {} as never });
  const sent = () => asked.filter(({ path }) => path === 'repay/proof').length;
  await choosePicture(0);
  await vi.waitFor(() => expect(uploads.length).toBe(1));
  await uploads[0]!.arrive('a');
  const note = () => screen.getByLabelText<HTMLTextAreaElement>(/^Ghi chú/);
  fireEvent.change(note(), { target: { value: 'ă'.repeat(301) } });
  await press('Gửi ảnh');
  expect(sent()).toBe(0);
  screen.getByText('Tối đa 300 ký tự. Bạn rút gọn ghi chú rồi gửi nhé.');
  expect(note().getAttribute('aria-invalid')).toBe('true');
  expect(note().value).toHaveLength(301);
  await act(async () => void fireEvent.change(note(), { target: { value: ` ${'ă'.repeat(300)} ` } }));
  expect(screen.queryByText(/Tối đa 300 ký tự/)).toBeNull();
  await press('Gửi ảnh');
  expect(sent()).toBe(1);
});
