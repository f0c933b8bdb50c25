import { TopicPage } from '../parts/TopicPage';
import { PersonalForm } from './PersonalForm';

/** /m/auth/personal */
export default function PersonalPage() {
  return <TopicPage topic="personal">{(detail, options) => <PersonalForm detail={detail} options={options} />}</TopicPage>;
}
