import '@ionic/react/css/core.css';
import { table } from '@/app/routes/table';
import { lazyPage } from '@/lib/lazy';
import { RoutesContext, RouteContext, type RouteDefinition, type Tab } from '@/lib/nav/route';
import '@/ui/theme/theme.css';
import { IonApp, IonRouterOutlet, setupIonicReact } from '@ionic/react';
import { IonReactRouter } from '@ionic/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Route } from 'react-router-dom';
import { galleryConfig } from './config';
import { FormPage } from './FormPage';
import { MoneyPage } from './MoneyPage';
import { PartsPage } from './PartsPage';
import { PicturesPage } from './PicturesPage';
import { startTexts } from '@/i18n';
import { setConfig } from '@/lib/config';
import { queryClient } from '@/lib/queryClient';
import { Frame } from '@/ui/Frame';
import { Alerts } from '@/ui/overlay/Alerts';
import { Toasts } from '@/ui/overlay/Toasts';
import { applyBrand } from '@/ui/theme/brand';

const pages = { form: FormPage, money: MoneyPage, parts: PartsPage, pictures: PicturesPage };
const query = new URLSearchParams(window.location.search);
const name = (query.get('page') ?? 'parts') as keyof typeof pages;
const Shown = pages[name];
const row: RouteDefinition = {
  path: '/gallery.html',
  page: lazyPage([], async () => ({ default: Shown })),
  title: 'common:app.name',
  back: name !== 'parts',
  ...(name === 'parts' ? { tab: 'home' as Tab } : {}),
};

/** Shows the UI kit without a server, only in development: /gallery.html?page=form&lang=th&color=%23AA3300. */
async function show(): Promise<void> {
  setupIonicReact({ mode: 'md' });
  setConfig(galleryConfig);
  applyBrand(query.get('color') ?? galleryConfig.themeColor);
  await startTexts(query.get('lang') ?? 'vi');
  createRoot(document.getElementById('root')!).render(
    <QueryClientProvider client={queryClient}>
      <IonApp>
        <IonReactRouter>
          <IonRouterOutlet>
            <Route
              path="/gallery.html"
              render={() => (
                <Frame>
                  <RouteContext.Provider value={row}>
                    <RoutesContext.Provider value={table}>
                      <Shown />
                    </RoutesContext.Provider>
                  </RouteContext.Provider>
                </Frame>
              )}
            />
          </IonRouterOutlet>
        </IonReactRouter>
        <Alerts />
        <Toasts />
      </IonApp>
    </QueryClientProvider>,
  );
}

void show();
