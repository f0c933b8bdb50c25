import { lazyPage } from '@/lib/lazy';
import type { RouteRow } from '@/lib/nav/row';

export const routes: RouteRow[] = [
  { path: '/m/cameraHelp', title: 'shell:camera.title', back: true, page: lazyPage('shell', () => import('./CameraHelpPage')) },
];
