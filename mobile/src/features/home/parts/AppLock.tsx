import { useEffect, useState } from 'react';
import { changeLock, lockState, type LockState } from '@/bridge/lock';
import { useTranslation } from '@/i18n';
import { SwitchRow } from '@/ui/form/SwitchRow';
import { RowGroup } from '@/ui/LinkRow';
import { Section } from '@/ui/Section';
import { toast } from '@/ui/overlay/toasts';

/** The switch of the app lock. The phone asks for its own screen lock before each change. */
export default function AppLock() {
  const { t } = useTranslation('shell');
  const [state, setState] = useState<LockState | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let gone = false;
    void lockState().then((found) => gone || setState(found));
    return () => {
      gone = true;
    };
  }, []);
  if (state === null) return null;

  const change = async (on: boolean) => {
    setBusy(true);
    const now = await changeLock(on);
    setBusy(false);
    if (now !== null) setState(now);
    if (now?.on === on) toast(t(on ? 'lock.switchedOn' : 'lock.switchedOff'), 'positive');
    else toast(t('lock.unchanged'));
  };
  return (
    <Section title={t('lock.section')}>
      <RowGroup>
        <SwitchRow
          track="appLock"
          title={t('lock.title')}
          text={t(state.available ? 'lock.text' : 'lock.none')}
          on={state.on}
          disabled={!state.available}
          busy={busy}
          onChange={(on) => void change(on)}
        />
      </RowGroup>
    </Section>
  );
}
