export function findPostgres(): string | null
export function findRedis(): string | null
export function findProgram(name: string): string | null
