/** URL schemes that are fetched, and those that are never links. */

type Schemed = Pick<URL, 'protocol'>

export function isHttp<Url extends Schemed>(url: Url | null): url is Url {
  return url?.protocol === 'http:' || url?.protocol === 'https:'
}

export const scriptSchemes: ReadonlySet<string> = new Set(['javascript:', 'vbscript:'])

/** Schemes that don't lead to a page: scripts, data, parts of a message, and objects that exist only inside a browser. */
export const unfollowedSchemes: ReadonlySet<string> = new Set([...scriptSchemes, 'data:', 'blob:', 'about:', 'cid:'])
