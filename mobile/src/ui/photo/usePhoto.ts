import { useEffect, useRef, useState } from 'react';
import { BLURRED_BELOW } from './blur';
import { preparePhoto } from './shrink';
import { ApiError, fetchFile, uploadImage, type FileKind } from '@/lib/api';
import { forgetPhoto, keepPhoto, keptPhoto } from '@/lib/storage/photos';

export type PhotoStage = 'empty' | 'preparing' | 'blurred' | 'uploading' | 'done' | 'failed' | 'unreadable';

interface PhotoState {
  stage: PhotoStage;
  /** Object URL of what is shown. */
  preview: string | null;
  /** 0 to 1 while uploading. */
  sent: number;
}

/** How long after a failed upload the photo is sent again by itself. */
const AGAIN_AFTER_MS = 10_000;

/**
 * A photo on its way: shrunk, checked for blur, sent with progress. `value` is the id of the file on the server. Until it
 * is there the photo is kept under `slot` on the phone and sent again, after a while and when the network is back.
 */
export function usePhoto(kind: FileKind, slot: string, value: string | null, onChange: (fileId: string | null) => void) {
  const [state, setState] = useState<PhotoState>({ stage: value ? 'done' : 'empty', preview: null, sent: 0 });
  const waiting = useRef<Blob | null>(null);
  const preview = useRef<string | null>(null);
  const hopeless = useRef(false);

  const show = (blob: Blob, stage: PhotoStage) => {
    if (preview.current) URL.revokeObjectURL(preview.current);
    preview.current = URL.createObjectURL(blob);
    setState({ stage, preview: preview.current, sent: 0 });
  };

  useEffect(() => () => void (preview.current && URL.revokeObjectURL(preview.current)), []);

  // What a reload or a killed page left behind.
  const resume = useRef(async () => {
    const kept = await keptPhoto(slot);
    if (!kept || waiting.current || preview.current) return;
    waiting.current = kept;
    show(kept, 'uploading');
    await send();
  });
  useEffect(() => {
    if (!value) void resume.current();
    // Only for the field as it was opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    if (!value || preview.current) return undefined;
    let gone = false;
    fetchFile(value).then(
      (blob) => gone || show(blob, 'done'),
      () => gone || setState({ stage: 'done', preview: null, sent: 1 }),
    );
    return () => {
      gone = true;
    };
  }, [value]);

  const send = async () => {
    const blob = waiting.current;
    if (!blob) return;
    setState((before) => ({ ...before, stage: 'uploading', sent: 0 }));
    try {
      const fileId = await uploadImage(kind, blob, { toast: false, onProgress: (sent) => setState((before) => ({ ...before, sent })) });
      setState((before) => ({ ...before, stage: 'done', sent: 1 }));
      void forgetPhoto(slot);
      onChange(fileId);
    } catch (error) {
      // The server does not want this one: sending it again is no help.
      hopeless.current = error instanceof ApiError && error.final;
      if (hopeless.current) void forgetPhoto(slot);
      setState((before) => ({ ...before, stage: 'failed' }));
    }
  };

  const latestSend = useRef(send);
  latestSend.current = send;
  const failed = state.stage === 'failed';
  useEffect(() => {
    if (!failed || hopeless.current) return undefined;
    const again = () => void latestSend.current();
    const timer = setTimeout(again, AGAIN_AFTER_MS);
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [failed]);

  const take = async (file: File) => {
    setState((before) => ({ ...before, stage: 'preparing' }));
    onChange(null);
    try {
      const photo = await preparePhoto(file);
      waiting.current = photo.blob;
      await keepPhoto(slot, photo.blob);
      const blurred = photo.sharpness < BLURRED_BELOW;
      show(photo.blob, blurred ? 'blurred' : 'uploading');
      if (!blurred) await send();
    } catch {
      setState({ stage: 'unreadable', preview: null, sent: 0 });
    }
  };

  return { ...state, take, send };
}
