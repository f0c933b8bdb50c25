import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { history } from '@/lib/nav/history';
import { queryClient } from '@/lib/queryClient';
import { choosePicture, watchUploads } from '@/test/photos';
import { open, press, settled } from '@/test/screen';
import { member } from '@/test/data/member';
import { running } from '@/test/data/order';

vi.mock('@/ui/photo/shrink', () => ({ preparePhoto: async (file: Blob) => ({ blob: file, sharpness: 1000 }) }));

// Mocked, because jsdom's byte arrays are not accepted by its cryptography. The encryption has a test of its own.
const sealed = vi.hoisted(() => new Map<string, ArrayBuffer>());
vi.mock('@/lib/storage/sealed', () => ({
  seal: async (name: string, plain: Blob | string) => void sealed.set(name, await new Response(plain).arrayBuffer()),
  unseal: async (name: string) => sealed.get(name) ?? null,
  sealedNames: async (begin: string) => Array.from(sealed.keys()).filter((name) => name.startsWith(begin)),
  forget: async (name: string) => void sealed.delete(name),
}));

const path = `/m/repay/proofUpload/${running.orderId}`;
const answers = { 'repay/proofs': { open: true, orderNo: running.orderNo, proofs: [] }, 'repay/proof': {} as never };
const leave = () => {
  cleanup();
  queryClient.clear();
};
const note = () => screen.getByLabelText<HTMLTextAreaElement>(/^Ghi chú/);

it('sending a payment proof waits for every upload', async () => {
  const uploads = watchUploads();
  const { asked } = await open(path, answers);
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

it('a proof is sent without a refused picture, which is not in the next one', async () => {
  const uploads = watchUploads();
  const { asked } = await open(path, answers);
  await choosePicture(0);
  await vi.waitFor(() => expect(uploads.length).toBe(1));
  await uploads[0]!.arrive('a');
  await choosePicture(1);
  await vi.waitFor(() => expect(uploads.length).toBe(2));
  await uploads[1]!.refuse('Ảnh này quá lớn.');
  await press('Gửi ảnh');
  expect(asked.filter(({ path }) => path === 'repay/proof').map(({ body }) => body['fileIds'])).toEqual([['a']]);
  expect(screen.queryByText('Ảnh này quá lớn.')).toBeNull();
  expect(screen.getAllByText(/^Ảnh \d/)).toHaveLength(1);
});

it('an uploaded picture and the note are kept for their borrower alone until they are sent', async () => {
  const uploads = watchUploads();
  await open(path, answers);
  await choosePicture(0);
  await vi.waitFor(() => expect(uploads.length).toBe(1));
  await uploads[0]!.arrive('a');
  fireEvent.change(note(), { target: { value: 'Chuyển lúc 9 giờ' } });
  leave();

  await open(path, { ...answers, 'member/query': { ...member, memberId: 'somebody else' } });
  expect(note().value).toBe('');
  leave();

  const { asked } = await open(path, { ...answers, 'member/query': member });
  await vi.waitFor(() => expect(note().value).toBe('Chuyển lúc 9 giờ'));
  await press('Gửi ảnh');
  expect(asked.filter((call) => call.path === 'repay/proof').map(({ body }) => body)).toEqual([{ orderId: running.orderId, fileIds: ['a'], note: 'Chuyển lúc 9 giờ' }]);
  expect(note().value).toBe('');
  leave();

  await open(path, answers);
  expect(note().value).toBe('');
});

it('a note typed while a proof is being sent is kept for the next one', async () => {
  const uploads = watchUploads();
  const { asked } = await open(path, answers);
  await choosePicture(0);
  await vi.waitFor(() => expect(uploads.length).toBe(1));
  await uploads[0]!.arrive('a');
  fireEvent.change(note(), { target: { value: 'Chuyển lúc 9 giờ' } });
  const answer = fetch;
  let take = () => undefined as void;
  const taken = new Promise<void>((resolve) => (take = resolve));
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('repay/proof')) await taken;
    return answer(url, init);
  });
  await press('Gửi ảnh');
  fireEvent.change(note(), { target: { value: 'Từ tài khoản của chồng tôi' } });
  await act(async () => take());
  await vi.waitFor(() => expect(screen.getAllByText(/^Ảnh \d/)).toHaveLength(1));
  expect(asked.find(({ path }) => path === 'repay/proof')!.body['note']).toBe('Chuyển lúc 9 giờ');
  expect(note().value).toBe('Từ tài khoản của chồng tôi');
});

it('a proof that is on its way is not offered again by a page that is opened meanwhile', async () => {
  const uploads = watchUploads();
  const { asked } = await open(path, answers);
  await choosePicture(0);
  await vi.waitFor(() => expect(uploads.length).toBe(1));
  await uploads[0]!.arrive('a');
  fireEvent.change(note(), { target: { value: 'Chuyển lúc 9 giờ' } });
  const answer = fetch;
  let take = () => undefined as void;
  const taken = new Promise<void>((resolve) => (take = resolve));
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const given = await answer(url, init);
    if (url.endsWith('repay/proof')) await taken;
    return given;
  });
  await press('Gửi ảnh');
  act(() => history.push('/m/home/mine'));
  act(() => history.push(path));
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByRole('button', { name: 'Gửi ảnh' })).toBeNull();
  await act(async () => take());
  await settled();
  expect(note().value).toBe('');
  await press('Gửi ảnh');
  expect(asked.filter((call) => call.path === 'repay/proof')).toHaveLength(1);
});
