import type { ReactNode } from 'react';
import { DraftLine } from './DraftLine';
import type { FormTopic } from './topics';
import type { DraftForm } from './useDraftForm';
import type { TopicDetail } from './useTopic';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { LockIcon } from '@/ui/icons';
import { Page } from '@/ui/Page';
import styles from './TopicFormPage.module.css';

interface TopicFormPageProps {
  topic: FormTopic;
  detail: TopicDetail;
  // The frame does not read the values.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  state: DraftForm<any>;
  children: ReactNode;
}

/** The frame of every topic's page: why it is required, the fields, whether the draft is saved, one button. */
export function TopicFormPage({ topic, detail, state, children }: TopicFormPageProps) {
  const { t } = useTranslation('verify');
  const done = detail.state === 'done';
  return (
    <Page
      action={
        <>
          <Button track="saveTopic" busy={state.form.formState.isSubmitting} onClick={state.submit}>
            {t(done ? 'editDone' : 'submit')}
          </Button>
          <DraftLine state={state.draft} restored={detail.draft !== null} />
        </>
      }
    >
      <form
        className="stack stack-24"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          state.submit();
        }}
      >
        <p className={styles.why}>
          <LockIcon size={18} />
          <span>{t(`why.${topic}`)}</span>
        </p>
        {done && <p className="text-14 quiet">{t('already')}</p>}
        {children}
        <button type="submit" data-track="saveTopic" className="unseen" tabIndex={-1} aria-hidden="true" />
      </form>
    </Page>
  );
}
