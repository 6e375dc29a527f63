export function findPostgres(): string | null
export function findRedis(): string | null
export function ensureServices(say: (line: string) => void): string[]
