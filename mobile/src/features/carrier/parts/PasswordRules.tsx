import { passwordRules, type PasswordRule } from '@loanmarket/shared-types/validators';
import styles from './Lines.module.css';
import { useTranslation } from '@/i18n';
import { classes } from '@/ui/classes';
import { CheckIcon, InfoIcon } from '@/ui/icons';

/** The password rules, each ticked once it is met. */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useTranslation('carrier');
  return (
    <ul className={styles.rules}>
      {(Object.keys(passwordRules) as PasswordRule[]).map((rule) => {
        const met = passwordRules[rule](password);
        return (
          <li key={rule} className={classes(styles.rule, met && styles.met)}>
            {met ? <CheckIcon size={16} /> : <InfoIcon size={16} />}
            <span>{t(`register.rule.${rule}`)}</span>
          </li>
        );
      })}
    </ul>
  );
}
