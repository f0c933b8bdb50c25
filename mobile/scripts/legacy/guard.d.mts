export function newerScripts(paths: string[]): string[];
export function newerStyles(text: string, path: string): string[];
export function newerCalls(text: string, path: string): string[];
export function inlineScripts(html: string): string[];
