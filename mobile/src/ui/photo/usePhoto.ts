import { useEffect, useRef, useState } from 'react';
import { dropPhoto, resumePhoto, sendPhoto, takePhoto, useUpload, type UploadStage } from './queue';
import { useFile } from './useFile';
import { unreadPhoto } from '@/bridge/photos';
import type { FileKind } from '@/lib/api';
import { awaitedSince } from '@/lib/storage/awaitedPhoto';

export type PhotoStage = 'empty' | UploadStage;

/**
 * The photo of a field: the pending one in `slot`, otherwise the one that the form has. `value` is the file id on the
 * server, or null. An uploaded photo is passed to the form through `onChange`.
 */
export function usePhoto(kind: FileKind, slot: string, value: string | null, onChange: (fileId: string | null) => void) {
  const upload = useUpload(slot);
  const [shown, setShown] = useState<Blob | null>(null);
  const [lost, setLost] = useState(false);
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };

  useEffect(() => {
    // A stored photo that the form does not have is newer than the one that it has.
    const held = latest.current.value;
    void bringBack(slot, kind, held === null ? [] : [held]).then(setLost);
  }, [slot, kind]);

  const fileId = upload?.fileId ?? null;
  const photo = upload?.photo ?? null;
  useEffect(() => {
    if (!photo) return;
    setShown(photo);
    // The form's previous photo is removed only now, because the chosen file might not have been a picture.
    if (latest.current.value !== null && fileId === null) latest.current.onChange(null);
  }, [photo, fileId]);
  useEffect(() => {
    if (fileId === null) return;
    // Deleted from the phone only after the form has it.
    if (value === fileId) dropPhoto(slot);
    else latest.current.onChange(fileId);
  }, [fileId, value, slot]);

  // The photo was uploaded on an earlier visit or on another phone.
  const { data: earlier, error } = useFile(shown === null ? value : null);
  useEffect(() => {
    // The server deletes files that are not submitted, so the field asks for another photo.
    if (error?.status === 404) latest.current.onChange(null);
  }, [error]);

  return {
    stage: upload?.stage ?? (value === null ? ('empty' as const) : ('done' as const)),
    preview: usePreview(upload?.stage !== 'preparing' && (upload !== undefined || value !== null) ? (shown ?? earlier ?? null) : null),
    sent: upload?.sent ?? 0,
    /** The page was ended behind the camera, and the photo did not come back. */
    lost,
    refusal: upload?.refusal ?? '',
    mayPass: upload?.mayPass ?? false,
    misread: upload?.misread ?? false,
    take: (file: Blob) => void takePhoto(slot, kind, file),
    send: () => void sendPhoto(slot),
  };
}

/**
 * Continues with the photo that the camera took while the page was ended, otherwise with the stored one. Returns whether
 * the photo that the page waited for is lost.
 */
async function bringBack(slot: string, kind: FileKind, has: readonly string[]): Promise<boolean> {
  const since = await awaitedSince(slot);
  const photo = since === null ? null : await unreadPhoto(since);
  if (photo) void takePhoto(slot, kind, photo);
  else await resumePhoto(slot, kind, has);
  return since !== null && photo === null;
}

/** An object URL that exists while its photo is shown. */
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
