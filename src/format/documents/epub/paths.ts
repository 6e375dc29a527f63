/** Paths inside an EPUB. */

export interface InnerPath {
  path: string
  /** Empty for the whole document. */
  fragment: string
}

/** `OEBPS/text/` and `../notes.xhtml#n1` → `OEBPS/notes.xhtml` and `n1`. A path that climbs out stays at the top. */
export function pathFrom(folder: string, href: string): InnerPath {
  const hash = href.indexOf('#')
  const target = decoded(hash === -1 ? href : href.slice(0, hash))
  const path: string[] = []
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  }
  return { path: path.join('/'), fragment: hash === -1 ? '' : decoded(href.slice(hash + 1)) }
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
