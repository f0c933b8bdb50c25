export const LIMIT_KB: number;
export interface LoadedFile {
  path: string;
  /** Bytes, brotli 11. */
  brotli: number;
}
export function firstLoad(read: (path: string) => Buffer): LoadedFile[];
