import { deviceId } from './api/device';

/**
 * Where the picture for a number is; it is good for this device alone. Only the first half of the device's name stands in
 * the address: addresses are logged on their way.
 */
export const imageCodePath = (phone: string, timestamp: number) =>
  `/app/getValidateCode?mobile=${encodeURIComponent(phone)}&timestamp=${timestamp}&device=${deviceId().slice(0, 16)}`;
