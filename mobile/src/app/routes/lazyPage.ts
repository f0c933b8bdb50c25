import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadTexts, type Area } from '@/i18n';

/** A page in a chunk of its own; its texts are fetched beside it, not after it. Without a network it waits for one. */
export function lazyPage(areas: Area | readonly Area[], load: () => Promise<{ default: ComponentType }>): LazyExoticComponent<ComponentType> {
  return lazy(() =>
    onceOnline(async () => {
      const [page] = await Promise.all([load(), loadTexts(areas)]);
      return page;
    }),
  );
}

/** Tries again when the network is back; what fails with a network fails. */
export async function onceOnline<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) throw error;
      await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    }
  }
}
