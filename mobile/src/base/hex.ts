/** Encodes bytes as lower-case hexadecimal. */
export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the SHA-256 of bytes, or of the UTF-8 encoding of a text. */
export async function sha256(of: BufferSource | string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', typeof of === 'string' ? new TextEncoder().encode(of) : of));
}
