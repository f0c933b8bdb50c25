import { LetterForm } from './parts/LetterForm';

/** /m/customer/online: leave a message. */
export default function OnlinePage() {
  return <LetterForm kind="message" />;
}
