import { DocumentPage } from './parts/DocumentPage';

/** /m/terms */
export default function TermsPage() {
  return <DocumentPage name="terms" />;
}
