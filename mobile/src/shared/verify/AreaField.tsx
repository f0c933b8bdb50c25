import { useId, useState } from 'react';
import styles from './AreaField.module.css';
import { AreaSheet } from './AreaSheet';
import { areaText } from './areaText';
import { useAreaNames } from './useAreas';
import { useTranslation } from '@/i18n';
import { classes } from '@/ui/classes';
import { describedBy, FieldFrame, namedBy } from '@/ui/form/FieldFrame';
import { DownIcon } from '@/ui/icons';

interface AreaFieldProps {
  label: string;
  /** Area codes, widest level first. */
  value: readonly string[];
  onChange: (codes: string[]) => void;
  error?: string | undefined;
}

/** A field for an address area. The region defines its number of levels. */
export function AreaField({ label, value, onChange, error }: AreaFieldProps) {
  const { t } = useTranslation('verify');
  const id = useId();
  const [open, setOpen] = useState(false);
  const names = useAreaNames(value);
  return (
    <FieldFrame id={id} label={label} error={error}>
      <button
        type="button"
        id={id}
        className={classes(styles.box, error && styles.wrong)}
        aria-haspopup="dialog"
        aria-labelledby={namedBy(id)}
        aria-describedby={describedBy(id, null, error)}
        onClick={() => setOpen(true)}
      >
        <span id={`${id}-value`} className={classes(styles.words, names.length === 0 && styles.nothing)}>
          {names.length > 0 ? areaText(names) : t('area.choose')}
        </span>
        <DownIcon />
      </button>
      <AreaSheet
        open={open}
        onClose={() => setOpen(false)}
        onChange={(codes) => {
          setOpen(false);
          onChange(codes);
        }}
      />
    </FieldFrame>
  );
}
