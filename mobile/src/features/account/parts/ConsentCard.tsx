import type { Consent, ConsentKind } from '@loanmarket/shared-types/api';
import { trackName } from '@/base/trackName';
import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Tag } from '@/ui/Tag';

interface ConsentCardProps {
  consent: Consent;
  /** The consent whose change is in progress: this one, another or none. */
  busy: ConsentKind | null;
  onGive: (kind: ConsentKind) => void;
  onTake: (kind: ConsentKind) => void;
}

/** A consent: its purpose, its state and since when, and the available action. */
export function ConsentCard({ consent, busy, onGive, onTake }: ConsentCardProps) {
  const { t } = useTranslation(['account', 'common']);
  const nav = useNav();
  const { kind, granted, at, version, withdrawable } = consent;
  const name = t(`consents.kind.${kind}`);
  const give = { track: trackName('give', kind), words: t('consents.give'), label: t('common:pair', { name: t('consents.give'), value: name }), tap: () => onGive(kind) };
  const take = { track: trackName('take', kind), words: t('consents.take'), label: t('common:pair', { name: t('consents.take'), value: name }), tap: () => onTake(kind) };
  const leave = { track: 'openDeletion', words: t('consents.leave'), label: undefined, tap: () => nav.to('/m/delAccount') };
  const act = granted ? (withdrawable ? take : kind === 'terms' ? leave : null) : give;
  return (
    <Card>
      <div className="stack stack-8">
        <div className="row">
          <h2 className="title-16">{name}</h2>
          <Tag tone={granted ? 'positive' : 'plain'}>{t(granted ? 'consents.granted' : 'consents.not')}</Tag>
        </div>
        <p className="text-14">{t(`consents.text.${kind}`)}</p>
        {at && <p className="text-12 quiet">{t('consents.since', { time: formatInstant(at), version })}</p>}
        {/* A single button for all actions, so that it keeps the focus when the consent changes. */}
        {act && (
          <Button track={act.track} look={granted ? 'text' : 'quiet'} busy={busy === kind} disabled={busy !== null && busy !== kind} aria-label={act.label} onClick={act.tap}>
            {act.words}
          </Button>
        )}
      </div>
    </Card>
  );
}
