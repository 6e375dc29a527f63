/** Fields whose values are for this request alone: they are in no history and in no link. */

const secretNames = new Set(['headers', 'cookies', 'key', 'Idempotency-Key'])

export const isSecret = (name: string): boolean => secretNames.has(name)
