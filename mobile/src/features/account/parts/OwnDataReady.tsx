import type { MemberCopyData } from '@loanmarket/shared-types/api';
import { readable, sectionName } from '../readable';
import { useText, useTranslation } from '@/i18n';
import { getConfig } from '@/lib/config';
import { dayOf, formatInstant } from '@/lib/format/date';
import { showFile } from '@/lib/showFile';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { Card } from '@/ui/Card';
import { saveOrShare } from '@/ui/saveOrShare';
import { Page } from '@/ui/Page';

/** The content of the copy, and its two files: one to read and one in a machine-readable format. */
export function OwnDataReady({ copy }: { copy: MemberCopyData }) {
  const { t } = useTranslation(['account', 'owndata']);
  useText();
  const name = `${t('account:data.fileName')}-${dayOf(new Date(copy.generatedAt), getConfig().region.timeZone)}`;
  const save = (content: string, type: string, end: string) => void saveOrShare(() => showFile(new Blob([content], { type }), `${name}.${end}`));
  return (
    <Page
      action={
        <>
          <Button track="saveReadable" onClick={() => save(readable(copy), 'text/html;charset=utf-8', 'html')}>{t('account:data.read')}</Button>
          <Button track="saveRaw" look="quiet" onClick={() => save(JSON.stringify(copy, null, 2), 'application/json', 'json')}>
            {t('account:data.machine')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Callout tone="positive" title={t('account:data.readyTitle')}>
          {t('account:data.readyText', { time: formatInstant(copy.generatedAt) })}
        </Callout>
        <Callout tone="attention">{t('account:data.safe')}</Callout>
        <Card>
          <ul className="stack stack-8">
            {copy.sections.map((section) => (
              <li key={section.name} className="row">
                <span>{sectionName(section.name)}</span>
                <span className="quiet numbers">{t('account:data.records', { count: section.records.length })}</span>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </Page>
  );
}
