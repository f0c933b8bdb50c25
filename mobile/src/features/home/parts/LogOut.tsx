import { logOut } from '@/lib/login/logIn';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { hasUnsent } from '@/lib/storage/unsent';
import { Button } from '@/ui/Button';
import { showAlert } from '@/ui/overlay/alerts';

/** Logs out after a confirmation, which also says if unsaved data on this phone would be lost. */
export function LogOut() {
  const { t } = useTranslation(['home', 'common']);
  const nav = useNav();
  const ask = async () => {
    const sure = await showAlert({
      track: 'logOut',
      title: t('home:mine.logOutTitle'),
      message: t((await hasUnsent()) ? 'home:mine.logOutUnsent' : 'home:mine.logOutText'),
      confirm: t('home:mine.logOut'),
      cancel: t('common:action.cancel'),
    });
    if (!sure) return;
    logOut();
    nav.tab('/m/home');
  };
  return (
    <Button track="logOut" look="quiet" onClick={() => void ask()}>
      {t('home:mine.logOut')}
    </Button>
  );
}
