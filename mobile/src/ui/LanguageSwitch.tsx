import { useState } from 'react';
import { OptionList } from './form/OptionList';
import { GlobeIcon } from './icons';
import styles from './LanguageSwitch.module.css';
import { Sheet } from './overlay/Sheet';
import { languages, locales, setLanguage, useLanguage, type Language } from '@/i18n';

const choices = (Object.keys(languages) as Language[]).map((value) => ({ value, label: languages[value] }));

/** Shows the current language and opens a sheet to choose another one. */
export function LanguageSwitch() {
  const [open, setOpen] = useState(false);
  const language = useLanguage();
  return (
    <>
      <button type="button" data-track="language" className={styles.button} lang={locales[language]} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <GlobeIcon size={18} />
        <span>{languages[language]}</span>
      </button>
      <Sheet track="language" open={open} onClose={() => setOpen(false)} title="Ngôn ngữ · Language">
        <OptionList
          label="Language"
          choices={choices}
          value={language}
          onChoose={(next) => {
            setOpen(false);
            void setLanguage(next);
          }}
        />
      </Sheet>
    </>
  );
}
