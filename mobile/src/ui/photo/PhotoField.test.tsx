import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PhotoField } from './PhotoField';
import { renderPage } from '@/test/page';

const photo = vi.hoisted(() => ({ stage: 'uploading', lost: false, mayPass: false, misread: false }));
vi.mock('./usePhoto', () => ({
  usePhoto: () => ({ ...photo, preview: null, sent: 0.42, refusal: '', take: () => undefined, send: () => undefined }),
}));
beforeEach(() => void Object.assign(photo, { stage: 'uploading', lost: false, mayPass: false, misread: false }));

it('shows a queued photo as waiting, not its progress, and ignores a tap on it', async () => {
  photo.stage = 'waiting';
  await renderPage(<PhotoField track="identityBack" label="Mặt sau" kind="identity" slot="identity/back" value={null} onChange={() => undefined} />, '/');
  expect(screen.getByRole('status').textContent).toBe('Chờ chút nhé, ảnh trước xong sẽ gửi ảnh này');
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true');
});

it('shows the progress of an upload, and does not announce every percent', async () => {
  await renderPage(<PhotoField track="identityFront" label="Mặt trước" kind="identity" slot="identity/front" value={null} onChange={() => undefined} />, '/');
  expect(screen.getByText('Đang tải lên 42%').closest('[aria-hidden="true"]')).not.toBeNull();
  const said = screen.getByRole('status').cloneNode(true) as HTMLElement;
  said.querySelectorAll('[aria-hidden="true"]').forEach((drawn) => drawn.remove());
  expect(said.textContent).toBe('Đang tải ảnh lên');
});

it('keeps focus on a photo that is being uploaded, and ignores a tap on it', async () => {
  const { container } = await renderPage(<PhotoField track="identityFront" label="Mặt trước" kind="identity" slot="identity/front" value={null} onChange={() => undefined} />, '/');
  const frame = screen.getByRole('button');
  frame.focus();
  expect(document.activeElement).toBe(frame);
  expect(frame.getAttribute('aria-disabled')).toBe('true');
  const opened = vi.spyOn(container.querySelector('input')!, 'click');
  fireEvent.click(frame);
  expect(opened).not.toHaveBeenCalled();
});

it('says that a photo is lost', async () => {
  Object.assign(photo, { stage: 'empty', lost: true });
  await renderPage(<PhotoField track="identityFront" label="Mặt trước" kind="identity" slot="identity/front" value={null} onChange={() => undefined} />, '/');
  expect(screen.getByRole('status').textContent).toContain('Ảnh chưa tới nơi');
});

const front = <PhotoField track="identityFront" label="Mặt trước" kind="identity" slot="identity/front" value={null} onChange={() => undefined} />;

it('offers to send a refused photo again only if it may be accepted later', async () => {
  photo.stage = 'refused';
  const { unmount } = await renderPage(front, '/');
  expect(screen.queryByRole('button', { name: 'Thử lại' })).toBeNull();
  unmount();
  photo.mayPass = true;
  await renderPage(front, '/');
  expect(screen.getByRole('button', { name: 'Thử lại' })).toBeTruthy();
  expect(screen.getByRole('status').textContent, 'without words of the server').toMatch(/chưa xử lý được ảnh này dù đã gửi nhiều lần. Hãy dùng ảnh khác/);
  expect(screen.getByRole('button', { name: 'Chụp lại' })).toBeTruthy();
});

it('says that the chosen file cannot be opened, beside the photo that it should have replaced', async () => {
  Object.assign(photo, { stage: 'failed', misread: true });
  await renderPage(front, '/');
  expect(screen.getByRole('status').textContent).toMatch(/Không mở được ảnh này.*Chưa tải được ảnh/);
});
