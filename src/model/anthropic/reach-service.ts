/** Checks that Anthropic's API accepts the key, with a request that costs nothing. */

interface ReachOptions {
  apiKey: string
  /** Null for the default URL. */
  baseUrl: string | null
  fetch: typeof globalThis.fetch
  signal: AbortSignal
}

/** Returns the HTTP status of its list of models. Rejects if the service is unreachable. */
export async function reachAnthropic({ apiKey, baseUrl, fetch, signal }: ReachOptions): Promise<number> {
  const headers = { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
  const response = await fetch(`${baseUrl ?? 'https://api.anthropic.com'}/v1/models?limit=1`, { headers, signal })
  await response.body?.cancel()
  return response.status
}
