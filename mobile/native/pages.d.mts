export function withOrigin(html: string, origin: string): string;
