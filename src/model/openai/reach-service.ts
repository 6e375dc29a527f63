/** Checks that a chat completions service accepts the key, with a request that costs nothing. */

interface ReachOptions {
  /** Null for a service without keys. */
  apiKey: string | null
  /** Null for the default URL. */
  baseUrl: string | null
  fetch: typeof globalThis.fetch
  signal: AbortSignal
}

/** Returns the HTTP status of its list of models. Rejects if the service is unreachable. */
export async function reachOpenAi({ apiKey, baseUrl, fetch, signal }: ReachOptions): Promise<number> {
  const headers: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
  const response = await fetch(`${baseUrl ?? 'https://api.openai.com/v1'}/models`, { headers, signal })
  await response.body?.cancel()
  return response.status
}
