import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { choosePicture, watchUploads, type Sending } from '@/test/photos';
import { open, press, settled } from '@/test/screen';

vi.mock('@/ui/photo/shrink', () => ({ preparePhoto: async (file: Blob) => ({ blob: file, sharpness: 1000 }) }));

let uploads: Sending[];
const upload = async (n: number) => {
  await vi.waitFor(() => expect(uploads.length).toBeGreaterThan(n));
  return uploads[n]!;
};
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Lời nhắn của bạn');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const answers = {
  'support/draft': { data: null, savedAt: null },
  'support/saveDraft': { savedAt: '2026-06-14T03:00:00Z' },
  'support/message': { ticket: { ticketId: '7', ticketNo: 'YC-7' } } as never,
};
const sent = (asked: { path: string; body: object }[]) => asked.filter(({ path }) => path === 'support/message').map(({ body }) => body);

beforeEach(() => {
  uploads = watchUploads();
});

describe('message with pictures', () => {
  it('keeps the text that is typed during an upload', async () => {
    const { asked } = await open('/m/customer/online', answers);
    type('Phí');
    await choosePicture(0);
    const picture = await upload(0);
    type('Phí này là gì?');
    await picture.arrive('a');
    expect(field().value).toBe('Phí này là gì?');
    await press('Gửi lời nhắn');
    expect(sent(asked)).toEqual([{ text: 'Phí này là gì?', fileIds: ['a'] }]);
  });

  it('uploads two pictures one after the other, and waits for both', async () => {
    const { asked } = await open('/m/customer/online', answers);
    type('Phí này là gì?');
    await choosePicture(0);
    await upload(0);
    await choosePicture(1);
    await settled();
    expect(uploads).toHaveLength(1);
    await uploads[0]!.arrive('a');
    const second = await upload(1);
    await press('Gửi lời nhắn');
    expect(sent(asked), 'one upload is still in progress').toEqual([]);
    await second.arrive('b');
    await press('Gửi lời nhắn');
    expect(sent(asked)).toEqual([{ text: 'Phí này là gì?', fileIds: ['a', 'b'] }]);
  });

  it('shows the server’s reason for refusing a picture, and is sent without it', async () => {
    const { asked } = await open('/m/customer/online', answers);
    type('Phí này là gì?');
    await choosePicture(0);
    await (await upload(0)).refuse('Ảnh này quá lớn.');
    screen.getByText('Ảnh này quá lớn.');
    expect(screen.queryByText(/Kiểm tra mạng/)).toBeNull();
    await press('Gửi lời nhắn');
    expect(sent(asked)).toEqual([{ text: 'Phí này là gì?', fileIds: [] }]);
  });

  it('is sent without a refused picture, which is not in the next message', async () => {
    const { cleanup } = await import('@testing-library/react');
    const { asked } = await open('/m/customer/online', answers);
    type('Phí này là gì?');
    await choosePicture(0);
    await (await upload(0)).refuse('Ảnh này quá lớn.');
    await press('Gửi lời nhắn');
    expect(sent(asked)).toHaveLength(1);
    cleanup();
    await open('/m/customer/online', answers);
    await settled();
    expect(screen.queryByText('Ảnh này quá lớn.')).toBeNull();
    expect(document.querySelectorAll('input[type=file]')).toHaveLength(1);
  });

  it('has a picture whose upload finished while its page was closed', async () => {
    await open('/m/customer/online', answers);
    await choosePicture(0);
    const picture = await upload(0);
    const { cleanup } = await import('@testing-library/react');
    cleanup();
    await picture.arrive('a');
    const { asked } = await open('/m/customer/online', answers);
    await settled();
    type('Phí này là gì?');
    await press('Gửi lời nhắn');
    expect(sent(asked)).toEqual([{ text: 'Phí này là gì?', fileIds: ['a'] }]);
  });
});
