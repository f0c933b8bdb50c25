export interface Driver {
  complaints: string[];
  close: () => Promise<void>;
  run: <T>(expression: string, first?: string, byValue?: boolean) => Promise<T>;
  on: (method: string, listener: (params: never) => void) => void;
  open: (url: string) => Promise<unknown>;
}
export function openChromium(program: string, options: { agent: string; headers?: Record<string, string>; before?: string[] }): Promise<Driver>;
