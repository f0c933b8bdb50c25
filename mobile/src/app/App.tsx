import { IonApp, IonRouterOutlet } from '@ionic/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Route } from 'react-router-dom';
import { AppRouter } from './AppRouter';
import { ErrorBoundary } from './ErrorBoundary';
import { Guard } from './Guard';
import { Ads } from './listeners/Ads';
import { AgreementGate } from './listeners/AgreementGate';
import { RemountOnReturn } from './listeners/RemountOnReturn';
import { ApprovalGate } from './listeners/ApprovalGate';
import { Chat } from './listeners/Chat';
import { DeepLinks } from './listeners/DeepLinks';
import { FocusOnArrival } from './listeners/FocusOnArrival';
import { HardwareBack } from './listeners/HardwareBack';
import { KeyboardInset } from './listeners/KeyboardInset';
import { RefetchOnNewDay } from './listeners/RefetchOnNewDay';
import { RefetchOnNewLanguage } from './listeners/RefetchOnNewLanguage';
import { PageTitle } from './listeners/PageTitle';
import { Theme } from './listeners/Theme';
import { Tracking } from './listeners/Tracking';
import { UpdateGate } from './listeners/UpdateGate';
import { table } from './routes/table';
import { Screen } from './Screen';
import { history } from '@/lib/nav/history';
import { queryClient } from '@/lib/queryClient';
import { Alerts } from '@/ui/overlay/Alerts';
import { OfflineBanner } from '@/ui/OfflineBanner';
import { Toasts } from '@/ui/overlay/Toasts';

/** One outlet for all pages. App-wide behaviour lives in small components of its own beside it. */
export function App() {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <IonApp>
          <Theme />
          <KeyboardInset />
          <RefetchOnNewLanguage />
          <RefetchOnNewDay />
          <UpdateGate>
            <AppRouter history={history}>
              <Guard />
              <HardwareBack />
              <DeepLinks />
              <FocusOnArrival />
              <RemountOnReturn />
              <PageTitle />
              <Tracking />
              <Chat />
              <Ads />
              <ApprovalGate />
              <IonRouterOutlet>
                {table.map((route) => (
                  <Route key={route.path} exact sensitive path={route.path} render={() => <Screen route={route} />} />
                ))}
              </IonRouterOutlet>
            </AppRouter>
          </UpdateGate>
          <OfflineBanner />
          <AgreementGate />
          <Alerts />
          <Toasts />
        </IonApp>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
