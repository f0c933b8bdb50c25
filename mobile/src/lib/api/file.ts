import { commonHeaders, open, persistent } from './client';
import { API_ORIGIN } from './origin';
import { getSession } from '@/lib/session';

/** Fetches an own file (image or PDF) with the session's header; a link could not carry it. */
export async function fetchFile(id: string): Promise<Blob> {
  const session = getSession();
  const response = await persistent(() => fetch(`${API_ORIGIN}/app/file/${encodeURIComponent(id)}`, { headers: commonHeaders(session), cache: 'no-store' }));
  if (!response.ok) await open(response);
  return response.blob();
}
