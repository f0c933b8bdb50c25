export function ops(...line: string[]): string;
