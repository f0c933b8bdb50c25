import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { isNativeApp } from '@/bridge/host';
import { useLanguage } from '@/i18n';
import { api } from '@/lib/api';
import { useConfig } from '@/lib/config';
import { useSession } from '@/lib/member';
import { getSession } from '@/lib/session';

/** The delay before the widget is loaded, so that the page loads first. */
const LOAD_DELAY_MS = 2000;
/** The pages on which borrowers look for help and the bubble covers no button. */
const HELPFUL = /^\/m\/(home\/mine|customer|helpCenter)/;
const PAYING = /^\/m\/repay/;
/**
 * The URL with which the browser loaded the page. Its content security policy applies for as long as the page lives.
 */
const OPENED = window.location.pathname;

/**
 * Manages the chat widget: it is loaded only after login, never covers a button, and is removed with the session. A tab
 * that was opened on a payment page never has it.
 */
export function Chat({ opened = OPENED }: { opened?: string }) {
  const { pathname } = useLocation();
  const { loggedIn, token } = useSession();
  const { chat, entId } = useConfig();
  const language = useLanguage();
  const paying = PAYING.test(pathname) && !chat.onPayPages;
  const allowed = chat.onPayPages || !PAYING.test(opened);
  const wanted = allowed && loggedIn && chat.baseUrl !== '' && (chat.inShell || !isNativeApp());
  const visible = wanted && !paying && HELPFUL.test(pathname);

  useEffect(() => {
    if (!wanted || paying) return undefined;
    const timer = setTimeout(() => void start(chat.baseUrl, entId, language), LOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted, token, paying, chat.baseUrl, entId, language]);

  useEffect(() => {
    if (chat.baseUrl !== '') void widget().then(({ showChat }) => showChat(visible), () => undefined);
  }, [visible, chat.baseUrl]);

  useEffect(() => {
    if (!wanted) return undefined;
    return () => void widget().then(({ clearChat }) => clearChat(), () => undefined);
    // Another tab may have logged out one borrower and logged in another before this one learned of it.
  }, [wanted, token]);

  return null;
}

const widget = () => import('@/lib/chat');

async function start(baseUrl: string, inbox: string, language: string): Promise<void> {
  try {
    const [{ startChat }, identity] = await Promise.all([widget(), api('chat/identity', {}, { toast: false })]);
    if (getSession().loggedIn && identity.identifier !== '') startChat(baseUrl, inbox, identity, language);
  } catch {
    // The page works without the chat.
  }
}
