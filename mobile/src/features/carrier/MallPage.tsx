import { useParams } from 'react-router';
import { Proved } from './parts/Proved';
import { detailPath, registerPath, resolventPath, sessionPath } from './paths';
import { trackName } from '@/base/trackName';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { ListSkeleton } from '@/ui/Skeleton';

/** /m/mall/{channel}: the methods by which a carrier verifies a number, and how to open an account there. */
export default function MallPage() {
  const { t } = useTranslation('carrier');
  const nav = useNav();
  const { channel } = useParams<{ channel: string }>();
  const index = useApiQuery('mall/{channel}/index', {}, { params: { channel } });
  // A borrower who returns here from the result has already verified the number.
  const opt = useApiQuery('opt/index', {}).data;
  const running = index.data?.session;
  if (opt?.state === 'done' && opt.proof) return <Proved proof={opt.proof} />;
  return (
    <Page title={index.data?.carrier.name ?? t('title')}>
      <QueryView query={index} skeleton={<ListSkeleton count={3} />}>
        {({ carrier, phone }) => (
          <div className="stack stack-24">
            {running && (
              <Callout title={t('running.title', { name: carrier.name })}>
                <Button track={running.state === 'code' ? 'enterCode' : 'seeRunning'} look="quiet" onClick={() => nav.to(sessionPath(running))}>
                  {t(running.state === 'code' ? 'running.enter' : 'running.see')}
                </Button>
              </Callout>
            )}
            <Section title={t('mall.how', { phone })}>
              <RowGroup>
                {carrier.ways.map((method) => (
                  <LinkRow
                    key={method}
                    track={trackName('proveBy', method)}
                    title={t(`mall.${method}.title`)}
                    text={t(`mall.${method}.text`, { name: carrier.name })}
                    onClick={() => nav.to(detailPath(channel, method))}
                  />
                ))}
              </RowGroup>
            </Section>
            {carrier.register && (
              <Section title={t('mall.noAccount')}>
                <RowGroup>
                  <LinkRow
                    track="register"
                    title={t('mall.register', { name: carrier.name })}
                    text={t('mall.registerText')}
                    onClick={() => nav.to(registerPath(channel))}
                  />
                </RowGroup>
              </Section>
            )}
            <Button track="forgotPassword" look="text" onClick={() => nav.to(resolventPath('wrong_password'))}>
              {t('mall.forgot')}
            </Button>
          </div>
        )}
      </QueryView>
    </Page>
  );
}
