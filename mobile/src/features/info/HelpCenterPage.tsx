import { useGuide } from './hooks/useContent';
import { ContentView, DocumentPage } from './parts/DocumentPage';

/** /m/helpCenter: answers to what people ask, and the guide. */
export default function HelpCenterPage() {
  return <DocumentPage name="help" after={<Guide />} />;
}

function Guide() {
  return <ContentView content={useGuide()} />;
}
