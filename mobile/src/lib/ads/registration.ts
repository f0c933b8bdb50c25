import { hex, sha256 } from '@/base/hex';

/**
 * The id under which a platform receives a registration. The server's report uses the same id (domain/channel,
 * EventID), so the platform counts it once. It is a hash, because platforms must not receive our member ids. Rejects if
 * the browser has no Web Crypto.
 */
export const registrationId = async (memberId: string): Promise<string> => hex((await sha256(`registration.${memberId}`)).slice(0, 16));
