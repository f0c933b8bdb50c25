import type { AuthOptionsData, PersonalRequest } from '@loanmarket/shared-types/api';
import { choicesOf } from '../hooks/useOptions';
import { useTopicForm } from '../hooks/useTopicForm';
import { TopicPage } from '../parts/TopicPage';
import { useTranslation } from '@/i18n';
import { api } from '@/lib/api';
import { AreaControl, ChoiceControl, TextControl } from '@/shared/verify/controls';
import { TopicFormPage } from '@/shared/verify/TopicFormPage';
import type { TopicDetail } from '@/shared/verify/useTopic';

/** /m/auth/personal */
export default function PersonalPage() {
  return <TopicPage topic="personal">{(detail, options) => <PersonalForm detail={detail} options={options} />}</TopicPage>;
}

interface PersonalValues {
  nickname: string;
  homeArea: string[];
  detailAddress: string;
  residenceTime: number | null;
  education: number | null;
  marital: number | null;
  childrenNum: number | null;
  facebookLink: string;
  whatsapp: string;
}

const EMPTY: PersonalValues = {
  nickname: '',
  homeArea: [],
  detailAddress: '',
  residenceTime: null,
  education: null,
  marital: null,
  childrenNum: null,
  facebookLink: '',
  whatsapp: '',
};
const CONTROLS = Object.keys(EMPTY) as (keyof PersonalValues)[];

/** The borrower's personal data and address, easy questions first. */
export function PersonalForm({ detail, options }: { detail: TopicDetail; options: AuthOptionsData }) {
  const { t } = useTranslation('verify');
  const state = useTopicForm<PersonalValues>({ topic: 'personal', detail, empty: EMPTY, controls: CONTROLS, submit });
  const { control } = state.form;
  return (
    <TopicFormPage topic="personal" detail={detail} state={state}>
      <TextControl control={control} name="nickname" label={t('personal.nickname')} hint={t('personal.nicknameHint')} maxLength={60} autoComplete="nickname" />
      <AreaControl control={control} name="homeArea" label={t('personal.homeArea')} />
      <TextControl control={control} name="detailAddress" label={t('personal.detailAddress')} kind="address" maxLength={200} />
      <ChoiceControl control={control} name="residenceTime" label={t('personal.residenceTime')} choices={choicesOf(options, 'residenceTime')} />
      <ChoiceControl control={control} name="education" label={t('personal.education')} choices={choicesOf(options, 'education')} />
      <ChoiceControl control={control} name="marital" label={t('personal.marital')} choices={choicesOf(options, 'marital')} />
      <ChoiceControl control={control} name="childrenNum" label={t('personal.childrenNum')} choices={choicesOf(options, 'childrenNum')} short />
      <TextControl control={control} name="facebookLink" label={t('personal.facebookLink')} kind="url" maxLength={200} optional />
      <TextControl control={control} name="whatsapp" label={t('personal.whatsapp')} kind="phone" maxLength={30} optional />
    </TopicFormPage>
  );
}

/** All choices are made once the form is valid. Empty optional fields are not sent. */
function submit({ facebookLink, whatsapp, ...values }: PersonalValues) {
  const request = {
    ...values,
    ...(facebookLink.trim() && { facebookLink: facebookLink.trim() }),
    ...(whatsapp.trim() && { whatsapp: whatsapp.trim() }),
  };
  return api('auth/personal', request as PersonalRequest, { toast: false });
}
