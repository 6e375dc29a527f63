/** Recognises repeated requests. */

interface RequestFacts {
  method: string
  url: string
  postData?: string | undefined
}

const maxBodyChars = 2000

/** Returns the method, body, and URL without its query. GraphQL sends everything to one URL, so the body is part of the endpoint. */
export function endpointOf({ method, url, postData = '' }: RequestFacts): string {
  return `${method} ${url.replace(/[?#].*$/s, '')} ${postData.slice(0, maxBodyChars)}`
}

/** Returns the endpoint with the query, except for values that only prevent caching: times, random numbers, UUIDs. */
export function requestIdentity(request: RequestFacts): string {
  const query = URL.parse(request.url)?.search ?? ''
  return `${endpointOf(request)} ${query.replace(/(?<==)(?:\d{10,}|0?\.\d{6,}|[\da-f-]{32,36})(?=&|$)/gi, '')}`
}
