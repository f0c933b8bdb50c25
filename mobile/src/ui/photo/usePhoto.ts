import { useEffect, useRef, useState } from 'react';
import { BLURRED_BELOW } from './blur';
import { preparePhoto } from './shrink';
import { fetchFile, uploadImage, type FileKind } from '@/lib/api';

export type PhotoStage = 'empty' | 'preparing' | 'blurred' | 'uploading' | 'done' | 'failed' | 'unreadable';

interface PhotoState {
  stage: PhotoStage;
  /** Object URL of what is shown. */
  preview: string | null;
  /** 0 to 1 while uploading. */
  sent: number;
}

/** A photo on its way: shrunk, checked for blur, sent with progress. `value` is the id of the file on the server. */
export function usePhoto(kind: FileKind, value: string | null, onChange: (fileId: string | null) => void) {
  const [state, setState] = useState<PhotoState>({ stage: value ? 'done' : 'empty', preview: null, sent: 0 });
  const waiting = useRef<Blob | null>(null);
  const preview = useRef<string | null>(null);

  const show = (blob: Blob, stage: PhotoStage) => {
    if (preview.current) URL.revokeObjectURL(preview.current);
    preview.current = URL.createObjectURL(blob);
    setState({ stage, preview: preview.current, sent: 0 });
  };

  useEffect(() => () => void (preview.current && URL.revokeObjectURL(preview.current)), []);

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
      onChange(fileId);
    } catch {
      setState((before) => ({ ...before, stage: 'failed' }));
    }
  };

  const take = async (file: File) => {
    setState((before) => ({ ...before, stage: 'preparing' }));
    onChange(null);
    try {
      const photo = await preparePhoto(file);
      waiting.current = photo.blob;
      const blurred = photo.sharpness < BLURRED_BELOW;
      show(photo.blob, blurred ? 'blurred' : 'uploading');
      if (!blurred) await send();
    } catch {
      setState({ stage: 'unreadable', preview: null, sent: 0 });
    }
  };

  return { ...state, take, send };
}
