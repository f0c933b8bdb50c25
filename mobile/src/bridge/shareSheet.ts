import { ask } from './shell';

/**
 * The timeout for passing a picture of some megabytes through the bridge. SHARE_TIMEOUT_MS is longer because the user then
 * looks for the right app.
 */
const SAVE_TIMEOUT_MS = 20_000;
const SHARE_TIMEOUT_MS = 600_000;

/** The action of SharedFilesPlugin.java and SharedFilesPlugin.swift. */
export interface SharedFiles {
  save: (options: { name: string; data: string }) => Promise<{ uri: string }>;
}

/** Passes a file to the phone's share sheet, which can also save or print it. Returns whether the sheet opened. */
export async function openShareSheet(file: Blob, name: string): Promise<boolean> {
  const saved = await ask<{ uri: string }>('SharedFiles', 'save', { name, data: await base64(file) }, SAVE_TIMEOUT_MS);
  if (saved === null) return false;
  // Closing the sheet rejects the call, which is not a failure.
  await ask('Share', 'share', { files: [saved.uri], title: name, dialogTitle: name }, SHARE_TIMEOUT_MS);
  return true;
}

function base64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(file);
  });
}
