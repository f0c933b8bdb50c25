import { accent, accentFill, paper, Picture } from './Picture';

/** A bank card before a bank. */
export function BankPicture() {
  return (
    <Picture>
      <path d="M30 48 76 18l46 30zM40 52v34M58 52v34M94 52v34M112 52v34M30 92h92M34 52h84" {...paper} />
      <rect x="66" y="62" width="70" height="44" rx="6" {...accentFill} />
      <path d="M66 75h70M76 93h18" {...accent} />
    </Picture>
  );
}
