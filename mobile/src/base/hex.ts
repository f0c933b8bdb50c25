/** Bytes as lower-case hexadecimal. */
export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The SHA-256 of some bytes, or of a text's UTF-8. */
export async function sha256(of: BufferSource | string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', typeof of === 'string' ? new TextEncoder().encode(of) : of));
}
