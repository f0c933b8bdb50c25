import { DocumentPage } from './parts/DocumentPage';

/** /m/privacy */
export default function PrivacyPage() {
  return <DocumentPage name="privacy" />;
}
