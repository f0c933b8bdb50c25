import type { AuthOptionsData } from '@loanmarket/shared-types/api';
import { choicesOf } from '../hooks/useOptions';
import { useTopicForm } from '../hooks/useTopicForm';
import { checkIdNumber, contradicts, isNumeric, isUnusual } from './idWords';
import { IdentityPhotos } from './IdentityPhotos';
import { useFillFromIdNumber } from './useFillFromIdNumber';
import { useTranslation } from '@/i18n';
import { api } from '@/lib/api';
import { useConfig } from '@/lib/config';
import { marketDay } from '@/lib/format/date';
import { ChoiceControl, TextControl } from '@/shared/verify/controls';
import { TopicFormPage } from '@/shared/verify/TopicFormPage';
import type { TopicDetail } from '@/shared/verify/useTopic';
import { Callout } from '@/ui/Callout';

export interface IdentityValues {
  frontFileId: string | null;
  backFileId: string | null;
  idName: string;
  idNumber: string;
  birthday: string;
  gender: number | null;
}

const EMPTY: IdentityValues = { frontFileId: null, backFileId: null, idName: '', idNumber: '', birthday: '', gender: null };
const CONTROLS = ['frontFileId', 'backFileId', 'idName', 'idNumber', 'birthday', 'gender'] as const;

interface IdentityFormProps {
  detail: TopicDetail;
  options: AuthOptionsData;
}

/** Photos of both sides of the document, and its data. */
export function IdentityForm({ detail, options }: IdentityFormProps) {
  const { t } = useTranslation('verify');
  const { idRule, idNumberLabel } = useConfig().region;
  const state = useTopicForm<IdentityValues>({
    topic: 'identity',
    detail,
    empty: EMPTY,
    controls: CONTROLS,
    submit: ({ frontFileId, backFileId, gender, idNumber, ...rest }) =>
      api(
        'auth/identity',
        { ...rest, idNumber: idNumber.trim(), gender: gender as 0 | 1, frontFileId: frontFileId ?? '', backFileId: backFileId ?? '' },
        { toast: false },
      ),
  });
  const { control, watch } = state.form;
  const [idNumber, birthday, gender] = watch(['idNumber', 'birthday', 'gender']);
  useFillFromIdNumber(state.form, idRule, idNumber);

  return (
    <TopicFormPage topic="identity" detail={detail} state={state}>
      <IdentityPhotos control={control} />
      <TextControl control={control} name="idName" label={t('identity.idName')} kind="name" maxLength={100} />
      <div className="stack stack-8">
        <TextControl
          control={control}
          name="idNumber"
          label={idNumberLabel}
          kind={isNumeric(idRule) ? 'digits' : 'code'}
          maxLength={32}
          validate={(typed) => checkIdNumber(idRule, typed)}
        />
        {isUnusual(idRule, idNumber) && <Callout tone="attention">{t('idNumber.unknownProvince')}</Callout>}
      </div>
      <TextControl
        control={control}
        name="birthday"
        label={t('identity.birthday')}
        type="date"
        autoComplete="bday"
        max={marketDay()}
        validate={(day) => (contradicts(idRule, idNumber, 'birthday', day, gender) ? t('idNumber.birthday') : true)}
      />
      <ChoiceControl
        control={control}
        name="gender"
        label={t('identity.gender')}
        choices={choicesOf(options, 'gender')}
        short
        validate={(chosen) => (contradicts(idRule, idNumber, 'gender', birthday, chosen) ? t('idNumber.gender') : true)}
      />
    </TopicFormPage>
  );
}
