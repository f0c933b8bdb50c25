import { useMemo, useState } from 'react';
import { arrowKeys } from '../arrowKeys';
import { classes } from '../classes';
import { CheckIcon, SearchIcon } from '../icons';
import type { Choice } from './ChoiceRows';
import styles from './OptionList.module.css';
import { matches } from './search';
import { useTranslation } from '@/i18n';

/** Lists with at least this many entries have a search field. */
const SEARCH_FROM = 9;

interface OptionListProps<T extends string | number> {
  label: string;
  choices: readonly Choice<T>[];
  value: T | null;
  onChoose: (value: T) => void;
}

/** The rows of a selection sheet. The search ignores accents. */
export function OptionList<T extends string | number>({ label, choices, value, onChoose }: OptionListProps<T>) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const found = useMemo(
    () => choices.filter((choice) => matches(`${choice.label} ${choice.text ?? ''}`, query)),
    [choices, query],
  );
  // The list is a single tab stop; arrow keys move within it.
  const chosen = found.findIndex((choice) => choice.value === value && !choice.disabled);
  const entry = chosen >= 0 ? chosen : found.findIndex((choice) => !choice.disabled);
  const long = choices.length >= SEARCH_FROM;
  return (
    <div className={classes(long && styles.long)}>
      {long && (
        <div className={styles.search}>
          <SearchIcon />
          <input
            type="search"
            value={query}
            placeholder={t('action.search')}
            aria-label={t('action.search')}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
      )}
      <ul role="listbox" aria-label={label} onKeyDown={arrowKeys('option')}>
        {found.map((choice, index) => (
          <li key={choice.value} role="presentation">
            <button
              type="button"
              role="option"
              aria-selected={choice.value === value}
              tabIndex={index === entry ? 0 : -1}
              disabled={choice.disabled}
              className={classes(styles.option, choice.value === value && styles.chosen)}
              onClick={() => onChoose(choice.value)}
            >
              <span>
                <span className={styles.name}>{choice.label}</span>
                {choice.text && <span className={styles.text}>{choice.text}</span>}
              </span>
              {choice.value === value && <CheckIcon size={20} />}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles.none}>{t('form.noMatch')}</p>}
    </div>
  );
}
