import type { DocumentRef, OrderDetailData } from '@loanmarket/shared-types/api';
import { trackName } from '@/base/trackName';
import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { useDocument } from '@/ui/saveOrShare';
import { Facts } from '@/ui/Facts';
import { DocumentIcon } from '@/ui/icons';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Section } from '@/ui/Section';

/** The shown length of the hash, enough to compare by eye. */
const HASH_SHOWN = 12;

/** The borrower's documents: contract, receipts, settlement certificate. */
export function Documents({ detail: { documents } }: { detail: OrderDetailData }) {
  const { t } = useTranslation('order');
  const file = useDocument();
  if (documents.length === 0) return null;
  const about = ({ createdAt, sha256 }: DocumentRef) => <Facts facts={[formatInstant(createdAt), t('documents.proof', { hash: sha256.slice(0, HASH_SHOWN) })]} />;
  return (
    <Section title={t('documents.title')} end={file.busy && <span className="text-14 quiet">{t('documents.opening')}</span>}>
      <RowGroup>
        {documents.map((document) => (
          <LinkRow
            key={document.fileId}
            track={trackName('open', document.kind)}
            icon={<DocumentIcon />}
            title={t(`documents.${document.kind}`)}
            text={about(document)}
            onClick={() => void file.open(document.fileId, document.kind)}
          />
        ))}
      </RowGroup>
    </Section>
  );
}
