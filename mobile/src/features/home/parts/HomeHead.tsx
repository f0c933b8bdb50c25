import { InboxBell } from './InboxBell';
import { useConfig } from '@/lib/config';
import { LanguageSwitch } from '@/ui/LanguageSwitch';

/** The product's name, the inbox bell and the language switch. */
export function HomeHead() {
  const { prodName } = useConfig();
  return (
    <header className="row">
      <h1 className="title-20">{prodName}</h1>
      <span className="row">
        <InboxBell />
        <LanguageSwitch />
      </span>
    </header>
  );
}
