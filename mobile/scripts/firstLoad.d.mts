type Build = 'modern' | 'legacy';
type Read = (path: string) => Buffer;
export const LIMITS: Record<Build, { app: number; landing: number }>;
export const PAGE_FILES: number;
export const LATER: RegExp;
export interface LoadedFile {
  path: string;
  /** Size in bytes, compressed with brotli 11. */
  brotli: number;
}
export function firstLoad(read: Read, build?: Build): LoadedFile[];
export function pageFiles(read: Read): Record<string, number>;
export function landingLoad(read: Read, build?: Build): LoadedFile[] | null;
export function firstSources(read: Read, build?: Build): string[];
export function kilobytes(files: LoadedFile[]): number;
