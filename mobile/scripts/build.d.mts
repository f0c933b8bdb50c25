export function buildBoth(dist: string): Promise<void>;
