import { useEffect, useRef, useState } from 'react';
import { dropPhoto, resumePhoto, sendPhoto, takePhoto, useUpload, type UploadStage } from './queue';
import { ApiError, fetchFile, type FileKind } from '@/lib/api';

export type PhotoStage = 'empty' | UploadStage;

/**
 * The photo of a field: the one on its way under `slot`, else the one that the form has. `value` is the id of the file on
 * the server, and null where there is none; one that has arrived is handed to the form as it is now.
 */
export function usePhoto(kind: FileKind, slot: string, value: string | null, onChange: (fileId: string | null) => void) {
  const upload = useUpload(slot);
  const [shown, setShown] = useState<Blob | null>(null);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };

  useEffect(() => {
    // A photo that is kept, and that the form does not have, was taken after the one that it has.
    const held = latest.current.value;
    void resumePhoto(slot, kind, held === null ? [] : [held]);
  }, [slot, kind]);

  const fileId = upload?.fileId ?? null;
  const photo = upload?.photo ?? null;
  useEffect(() => {
    if (!photo) return;
    setShown(photo);
    // The form lets go of the photo before it only now: what was chosen might have been no picture.
    if (latest.current.value !== null && fileId === null) latest.current.onChange(null);
  }, [photo, fileId]);
  useEffect(() => {
    if (fileId === null) return;
    // Forgotten only once the form has it.
    if (value === fileId) dropPhoto(slot);
    else latest.current.onChange(fileId);
  }, [fileId, value, slot]);

  // What was sent on an earlier visit, or on another phone.
  const missing = value !== null && shown === null;
  useEffect(() => {
    if (!missing || value === null) return undefined;
    const leave = new AbortController();
    const { signal } = leave;
    fetchFile(value, signal).then(
      (blob) => signal.aborted || setShown(blob),
      (error: unknown) => {
        // The server keeps none for ever that was not handed in: the field asks for another.
        if (!signal.aborted && error instanceof ApiError && error.status === 404) latest.current.onChange(null);
      },
    );
    return () => leave.abort();
  }, [missing, value]);

  return {
    stage: upload?.stage ?? (value === null ? ('empty' as const) : ('done' as const)),
    preview: usePreview(upload?.stage !== 'preparing' && (upload !== undefined || value !== null) ? shown : null),
    sent: upload?.sent ?? 0,
    refusal: upload?.refusal ?? '',
    take: (file: Blob) => void takePhoto(slot, kind, file),
    send: () => void sendPhoto(slot),
  };
}

/** An object URL for as long as its photo is shown. */
function usePreview(photo: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (photo === null) {
      setUrl(null);
      return undefined;
    }
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [photo]);
  return url;
}
