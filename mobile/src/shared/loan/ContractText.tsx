import type { ContractData } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';

/** An agreement's sections as text. */
export function ContractText({ contract }: { contract: ContractData }) {
  const { t } = useTranslation('loan');
  return (
    <article className="stack stack-24">
      <p className="text-14 quiet">{t('apply.version', { version: contract.version })}</p>
      {contract.sections.map((section) => (
        <section key={section.title} className="stack stack-8">
          <h3 className="title-16">{section.title}</h3>
          {section.paragraphs.map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  );
}
