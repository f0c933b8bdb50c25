import { TopicPage } from '../parts/TopicPage';
import { CompanyForm } from './CompanyForm';

/** /m/auth/company */
export default function CompanyPage() {
  return <TopicPage topic="company">{(detail, options) => <CompanyForm detail={detail} options={options} />}</TopicPage>;
}
