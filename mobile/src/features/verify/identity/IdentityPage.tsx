import { TopicPage } from '../parts/TopicPage';
import { IdentityForm } from './IdentityForm';
import { IdentityKnown } from './IdentityKnown';

/** /m/auth/identity: the form for the identity document, or the verified data once it was accepted. */
export default function IdentityPage() {
  return (
    <TopicPage topic="identity">
      {(detail, options) => (detail.state === 'done' ? <IdentityKnown detail={detail} /> : <IdentityForm detail={detail} options={options} />)}
    </TopicPage>
  );
}
