import { TopicPage } from '../parts/TopicPage';
import { ContactsForm } from './ContactsForm';

/** /m/auth/contacts */
export default function ContactsPage() {
  return <TopicPage topic="contacts">{(detail, options) => <ContactsForm detail={detail} options={options} />}</TopicPage>;
}
