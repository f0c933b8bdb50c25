import { DocumentPage } from './parts/DocumentPage';

/** /m/aboutus: who runs this, who lends, how to reach us. */
export default function AboutPage() {
  return <DocumentPage name="about" />;
}
