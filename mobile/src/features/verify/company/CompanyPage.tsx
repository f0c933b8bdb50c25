import type { AuthOptionsData, CompanyRequest } from '@loanmarket/shared-types/api';
import { choicesOf } from '../hooks/useOptions';
import { useTopicForm } from '../hooks/useTopicForm';
import { TopicPage } from '../parts/TopicPage';
import { useTranslation } from '@/i18n';
import { api } from '@/lib/api';
import { AreaControl, ChoiceControl, TextControl } from '@/shared/verify/controls';
import { TopicFormPage } from '@/shared/verify/TopicFormPage';
import type { TopicDetail } from '@/shared/verify/useTopic';

/** /m/auth/company */
export default function CompanyPage() {
  return <TopicPage topic="company">{(detail, options) => <CompanyForm detail={detail} options={options} />}</TopicPage>;
}

interface CompanyValues {
  professionType: number | null;
  monthlyIncome: number | null;
  companyName: string;
  workTime: number | null;
  companyArea: string[];
  companyDetailAddress: string;
}

const EMPTY: CompanyValues = { professionType: null, monthlyIncome: null, companyName: '', workTime: null, companyArea: [], companyDetailAddress: '' };
const CONTROLS = Object.keys(EMPTY) as (keyof CompanyValues)[];

/** The borrower's occupation and income. */
export function CompanyForm({ detail, options }: { detail: TopicDetail; options: AuthOptionsData }) {
  const { t } = useTranslation('verify');
  const state = useTopicForm<CompanyValues>({
    topic: 'company',
    detail,
    empty: EMPTY,
    controls: CONTROLS,
    submit: (values) => api('auth/company', values as CompanyRequest, { toast: false }),
  });
  const { control } = state.form;
  return (
    <TopicFormPage topic="company" detail={detail} state={state}>
      <ChoiceControl control={control} name="professionType" label={t('company.professionType')} choices={choicesOf(options, 'profession')} />
      <ChoiceControl control={control} name="monthlyIncome" label={t('company.monthlyIncome')} choices={choicesOf(options, 'monthlyIncome')} />
      <TextControl control={control} name="companyName" label={t('company.companyName')} hint={t('company.companyNameHint')} maxLength={120} autoComplete="organization" />
      <ChoiceControl control={control} name="workTime" label={t('company.workTime')} choices={choicesOf(options, 'workTime')} />
      <AreaControl control={control} name="companyArea" label={t('company.companyArea')} />
      <TextControl control={control} name="companyDetailAddress" label={t('company.companyDetailAddress')} maxLength={200} />
    </TopicFormPage>
  );
}
