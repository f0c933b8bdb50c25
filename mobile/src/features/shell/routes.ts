import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';

export const routes: RouteDefinition[] = [
  { path: '/m/cameraHelp', title: 'shell:camera.title', back: true, page: lazyPage('shell', () => import('./CameraHelpPage')) },
];
