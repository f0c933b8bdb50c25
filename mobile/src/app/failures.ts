import { requireUpdate } from './update';
import { errorCode, type ApiError } from '@/lib/api/error';
import { onFailure, type ReportContext } from '@/lib/api/reporter';
import { forceLogOut } from '@/lib/login/logIn';
import { loginPath } from '@/lib/nav/paths';
import { history } from '@/lib/nav/history';
import { getSession, refreshSession } from '@/lib/session';
import { text } from '@/i18n';
import { showAlert } from '@/ui/overlay/alerts';
import { toast } from '@/ui/overlay/toasts';

type Handler = (error: ApiError, context: ReportContext) => void;

/** The handlers of particular error codes. Any other code shows a toast with the server's message. */
const handlers: Partial<Record<ApiError['code'], Handler>> = {
  [errorCode.sessionEnded]: (error, { sentToken }) => {
    // Another tab may have logged in since, and this page may not have heard of it yet.
    refreshSession();
    if (sentToken === '' || sentToken !== getSession().token) return;
    toast(error.message, 'danger');
    forceLogOut(() => history.replace(loginPath(history.location)));
  },
  [errorCode.appTooOld]: ({ details }) => requireUpdate(details.storeUrl),
  [errorCode.dailyLimit]: (error) => {
    void showAlert({ track: 'dailyLimit', title: text('common:failure.dailyLimit'), message: error.message });
  },
};

/** Applies the error rules of spec 8 to every call. */
export function handleFailures(): void {
  onFailure((error, context) => {
    const handler = handlers[error.code];
    if (handler) handler(error, context);
    else if (context.toast) toast(error.message, 'danger');
  });
}
