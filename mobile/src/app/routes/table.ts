import type { RouteRow } from './row';
import { statusRoutes } from '@/app/pages/routes';

/** Each area adds its rows from its own file, features/<area>/routes.ts(x). */
const areas = import.meta.glob<{ routes: RouteRow[] }>('../../features/*/routes.{ts,tsx}', { eager: true });

/** Every route of the app. */
export const table: RouteRow[] = [...Object.values(areas).flatMap((area) => area.routes), ...statusRoutes];
