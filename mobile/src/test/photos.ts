import { act, fireEvent } from '@testing-library/react';
import { vi } from 'vitest';

/** A photo being uploaded. The test decides how the server responds. */
export interface Sending {
  /** The upload succeeds with this `fileId`. */
  arrive: (fileId: string) => Promise<void>;
  /** The server rejects the photo. */
  refuse: (words: string) => Promise<void>;
  /** No response arrives. */
  lose: () => Promise<void>;
}

/**
 * Records uploads, oldest first. jsdom can neither draw nor upload, so a test that uses this must mock
 * `ui/photo/shrink`.
 */
export function watchUploads(): Sending[] {
  const sendings: Sending[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = 0;
      responseText = '';
      onload = () => undefined;
      onerror = () => undefined;
      open() {}
      setRequestHeader() {}
      getResponseHeader() {
        return null;
      }
      abort() {}
      send() {
        const answer = (status: number, body: object) =>
          act(async () => {
            Object.assign(this, { status, responseText: JSON.stringify(body) });
            this.onload();
          });
        sendings.push({
          arrive: (fileId) => answer(200, { success: true, msg: '', errorCode: 10000, data: { fileId } }),
          refuse: (msg) => answer(400, { success: false, msg, errorCode: 10001, data: {} }),
          lose: () => act(async () => void this.onerror()),
        });
      }
    },
  );
  Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined });
  return sendings;
}

/** Chooses a picture in the n-th field of the page, counted from 0. */
export async function choosePicture(n: number): Promise<void> {
  const field = document.querySelectorAll<HTMLInputElement>('input[type=file]')[n];
  if (!field) throw new Error(`there is no field for picture ${n}`);
  await act(async () => fireEvent.change(field, { target: { files: [new File(['picture'], 'picture.png', { type: 'image/png' })] } }));
}
