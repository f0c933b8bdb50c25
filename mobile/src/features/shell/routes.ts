import { lazyPage } from '@/app/routes/lazyPage';
import type { RouteRow } from '@/app/routes/row';

export const routes: RouteRow[] = [
  { path: '/m/cameraHelp', title: 'shell:camera.title', back: true, page: lazyPage('shell', () => import('./CameraHelpPage')) },
];
