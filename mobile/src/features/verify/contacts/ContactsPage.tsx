import type { AuthOptionsData, ContactsRequest } from '@loanmarket/shared-types/api';
import { useEffect } from 'react';
import { choicesOf } from '../hooks/useOptions';
import { useTopicForm } from '../hooks/useTopicForm';
import { TopicPage } from '../parts/TopicPage';
import { checkContactPhone, COUNT, threeContacts, type ContactValues } from './contact';
import { useTranslation } from '@/i18n';
import { api } from '@/lib/api';
import { useConfig } from '@/lib/config';
import { getSession } from '@/lib/session';
import { ChoiceControl, PhoneControl, TextControl } from '@/shared/verify/controls';
import { TopicFormPage } from '@/shared/verify/TopicFormPage';
import type { TopicDetail } from '@/shared/verify/useTopic';
import { Card } from '@/ui/Card';
import { Section } from '@/ui/Section';

/** /m/auth/contacts */
export default function ContactsPage() {
  return <TopicPage topic="contacts">{(detail, options) => <ContactsForm detail={detail} options={options} />}</TopicPage>;
}

interface ContactsValues {
  contacts: ContactValues[];
}

const INDEXES = Array.from({ length: COUNT }, (_, index) => index as 0 | 1 | 2);
const CONTROLS = INDEXES.flatMap((index) => [`contacts.${index}.relationship`, `contacts.${index}.name`, `contacts.${index}.phone`] as const);
const PHONES = INDEXES.map((index) => `contacts.${index}.phone` as const);

/** Three people who can be contacted about the borrower. */
export function ContactsForm({ detail, options }: { detail: TopicDetail; options: AuthOptionsData }) {
  const { t } = useTranslation('verify');
  const { region } = useConfig();
  const kept = detail.draft?.contacts ?? detail.submitted?.contacts;
  const state = useTopicForm<ContactsValues>({
    topic: 'contacts',
    detail: { ...detail, draft: { contacts: threeContacts(kept) } },
    empty: { contacts: threeContacts(null) },
    controls: CONTROLS,
    submit: (values) => api('auth/contacts', values as ContactsRequest, { toast: false }),
  });
  const { control, getValues, getFieldState, trigger, watch } = state.form;
  const phones = watch(PHONES).join();
  // A number that was used twice may be the right one, so its error ends when the other one is corrected.
  useEffect(() => {
    const wrong = PHONES.filter((name) => getFieldState(name).error?.type === 'validate');
    if (wrong.length > 0) void trigger(wrong);
  }, [phones, getFieldState, trigger]);
  return (
    <TopicFormPage topic="contacts" detail={detail} state={state}>
      <p>{t('contacts.lead')}</p>
      {INDEXES.map((index) => (
        <Section key={index} title={t('contacts.person', { n: index + 1 })}>
          <Card>
            <div className="stack">
              <ChoiceControl
                control={control}
                name={`contacts.${index}.relationship`}
                label={t('contacts.relationship')}
                choices={choicesOf(options, 'relationship')}
              />
              <TextControl control={control} name={`contacts.${index}.name`} label={t('contacts.name')} maxLength={100} autoComplete="off" />
              <PhoneControl
                control={control}
                name={`contacts.${index}.phone`}
                label={t('contacts.phone')}
                validate={(phone) => checkContactPhone(phone, index, getValues('contacts'), getSession().phone, region)}
              />
            </div>
          </Card>
        </Section>
      ))}
    </TopicFormPage>
  );
}
