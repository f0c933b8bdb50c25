import type { LoggedInDevice } from '@loanmarket/shared-types/api';
import { deviceName } from '../deviceName';
import { text } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { queryKey } from '@/lib/api/hooks';
import { setAnswer } from '@/lib/queryClient';
import { showAlert } from '@/ui/overlay/alerts';
import { toast } from '@/ui/overlay/toasts';

/** Logs out another device, or all others, after a confirmation. */
export function useLogOutDevices() {
  const logOut = useApiMutation('member/devices/logout', {
    onSuccess: async (devices) => {
      await setAnswer(queryKey('member/devices', {}), devices);
      toast(text('account:devices.done'), 'positive');
    },
  });
  const ask = async (track: string, title: string, message: string) =>
    showAlert({ track, title, message, confirm: text('account:devices.logOut'), cancel: text('common:action.cancel'), danger: true });
  return {
    busy: logOut.isPending,
    /** The device that is being logged out; undefined if none is, or if all others are. */
    leaving: logOut.isPending ? logOut.variables.deviceId : undefined,
    one: async (device: LoggedInDevice) => {
      const name = deviceName(device, text('account:devices.unknown'));
      const sure = await ask('logOutDevice', text('account:devices.sureTitle'), text('account:devices.sureText', { device: name }));
      if (sure) logOut.mutate({ deviceId: device.deviceId });
    },
    others: async () => {
      if (await ask('logOutOthers', text('account:devices.othersTitle'), text('account:devices.othersText'))) logOut.mutate({});
    },
  };
}
