import type { Proof } from '@loanmarket/shared-types/api';
import { useEffect, useRef } from 'react';
import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { useDocument } from '@/ui/saveOrShare';
import { Section } from '@/ui/Section';
import { Tag, type Tone } from '@/ui/Tag';

const tones: Record<Proof['state'], Tone> = { submitted: 'plain', matched: 'positive', rejected: 'attention' };

/**
 * The proofs sent so far, with their state. A proof that has just been sent is scrolled into view, because the form
 * below is empty by then and could look as if nothing had been sent.
 */
export function ProofList({ proofs }: { proofs: readonly Proof[] }) {
  const { t } = useTranslation('repay');
  const list = useRef<HTMLDivElement>(null);
  const newest = proofs[0]?.proofId;
  const known = useRef(newest);
  useEffect(() => {
    if (newest === known.current) return;
    known.current = newest;
    list.current?.scrollIntoView({ block: 'start' });
  }, [newest]);
  if (proofs.length === 0) return null;
  return (
    <div ref={list}>
      <Section title={t('proof.mine')}>
        {proofs.map((proof) => (
          <ProofCard key={proof.proofId} proof={proof} />
        ))}
      </Section>
    </div>
  );
}

function ProofCard({ proof: { state, createdAt, note, reason, fileIds, paymentId } }: { proof: Proof }) {
  const { t } = useTranslation('repay');
  const nav = useNav();
  const picture = useDocument();
  return (
    <Card>
      <div className="stack stack-8">
        <div className="row">
          <span className="text-14 quiet">{formatInstant(createdAt)}</span>
          <Tag tone={tones[state]}>{t(`proof.${state}`)}</Tag>
        </div>
        {reason && <p className="strong">{reason}</p>}
        {note && <p className="text-14">{note}</p>}
        {fileIds.map((id, n) => (
          <Button key={id} track="showProof" look="text" busy={picture.busy} onClick={() => void picture.open(id, id, 'jpg')}>
            {t('proof.show', { number: n + 1 })}
          </Button>
        ))}
        {paymentId && (
          <Button track="openPayment" look="quiet" onClick={() => nav.to(`/m/repay/result?paymentId=${paymentId}`)}>
            {t('proof.receipt')}
          </Button>
        )}
      </div>
    </Card>
  );
}
