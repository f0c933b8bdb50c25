import type { Consent, ConsentKind } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Tag } from '@/ui/Tag';

interface ConsentCardProps {
  consent: Consent;
  busy: boolean;
  onGive: (kind: ConsentKind) => void;
  onTake: (kind: ConsentKind) => void;
}

/** One consent: what it is for, how it stands since when, and the one thing that can be done about it. */
export function ConsentCard({ consent, busy, onGive, onTake }: ConsentCardProps) {
  const { t } = useTranslation('account');
  const nav = useNav();
  const { kind, granted, at, version, withdrawable } = consent;
  const name = t(`consents.kind.${kind}`);
  const label = (verb: string) => `${verb}: ${name}`;
  return (
    <Card>
      <div className="stack stack-8">
        <div className="row">
          <h2 className="title-16">{name}</h2>
          <Tag tone={granted ? 'positive' : 'plain'}>{t(granted ? 'consents.granted' : 'consents.not')}</Tag>
        </div>
        <p className="text-14">{t(`consents.text.${kind}`)}</p>
        {at && <p className="text-12 quiet">{t('consents.since', { time: formatInstant(at), version })}</p>}
        {!granted && (
          <Button look="quiet" disabled={busy} aria-label={label(t('consents.give'))} onClick={() => onGive(kind)}>
            {t('consents.give')}
          </Button>
        )}
        {granted && withdrawable && (
          <Button look="text" disabled={busy} aria-label={label(t('consents.take'))} onClick={() => onTake(kind)}>
            {t('consents.take')}
          </Button>
        )}
        {granted && kind === 'terms' && (
          <Button look="text" onClick={() => nav.to('/m/delAccount')}>
            {t('consents.leave')}
          </Button>
        )}
      </div>
    </Card>
  );
}
