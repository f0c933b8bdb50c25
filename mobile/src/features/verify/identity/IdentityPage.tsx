import { TopicPage } from '../parts/TopicPage';
import { IdentityForm } from './IdentityForm';
import { IdentityKnown } from './IdentityKnown';

/** /m/auth/identity: the document, once; afterwards what was verified. */
export default function IdentityPage() {
  return (
    <TopicPage topic="identity">
      {(detail, options) => (detail.state === 'done' ? <IdentityKnown detail={detail} /> : <IdentityForm detail={detail} options={options} />)}
    </TopicPage>
  );
}
