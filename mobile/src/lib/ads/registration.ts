import { hex, sha256 } from '@/base/hex';

/**
 * What a platform calls a registration, in the server's report (domain/channel, EventID) as well, so that it counts one: a hash,
 * since it knows nobody by an id of ours. Rejects where the browser has no cryptography.
 */
export const registrationId = async (memberId: string): Promise<string> => hex((await sha256(`registration.${memberId}`)).slice(0, 16));
