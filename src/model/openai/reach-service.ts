/** Asks a service of chat completions whether it takes the key, by a request that costs nothing. */

interface ReachOptions {
  /** Null for a service that needs none. */
  apiKey: string | null
  /** Null for the usual one. */
  baseUrl: string | null
  fetch: typeof globalThis.fetch
  signal: AbortSignal
}

/** The HTTP status of its list of models. Rejects where the service is out of reach. */
export async function reachOpenAi({ apiKey, baseUrl, fetch, signal }: ReachOptions): Promise<number> {
  const headers: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
  const response = await fetch(`${baseUrl ?? 'https://api.openai.com/v1'}/models`, { headers, signal })
  await response.body?.cancel()
  return response.status
}
