/** Recognizes requests that are made again. */

interface RequestFacts {
  method: string
  url: string
  postData?: string | undefined
}

/** How much of a body counts. */
const maxBodyChars = 2000

/** Method, URL without its query, and body: all of GraphQL goes to one URL, so the body belongs to the endpoint. */
export function endpointOf({ method, url, postData = '' }: RequestFacts): string {
  return `${method} ${url.replace(/[?#].*$/s, '')} ${postData.slice(0, maxBodyChars)}`
}

/** The endpoint with the query, less values that only keep caches away: times, random numbers, UUIDs. */
export function requestIdentity(request: RequestFacts): string {
  const query = URL.parse(request.url)?.search ?? ''
  return `${endpointOf(request)} ${query.replace(/(?<==)(?:\d{10,}|0?\.\d{6,}|[\da-f-]{32,36})(?=&|$)/gi, '')}`
}
