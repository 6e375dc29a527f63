export function findPostgres(): string | null
export function findRedis(): string | null
