import { expect, it, vi } from 'vitest';
import { createStore } from './store';

it('notifies listeners after each change, until they unsubscribe', () => {
  const store = createStore(1);
  const heard: number[] = [];
  const stop = store.subscribe(() => heard.push(store.get()));
  const other = vi.fn();
  store.subscribe(other);
  store.set(2);
  stop();
  store.set(3);
  expect(heard).toEqual([2]);
  expect(other).toHaveBeenCalledTimes(2);
  expect(store.get()).toBe(3);
});
