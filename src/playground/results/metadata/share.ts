/** What a page says of itself, as a card that somebody who shares it would see. */

interface ShareCard {
  title: string
  description: string
  /** Name of the site: its own, or the host. */
  site: string
  /** Address of its picture, which is not loaded; null without one. */
  image: string | null
  isLarge: boolean
}

type Properties = Readonly<Record<string, unknown>>

/** As readers of Open Graph and of Twitter's cards choose. @see https://ogp.me/ */
export function shareCardOf(metadata: Properties, pageUrl: string): ShareCard {
  const [graph, twitter] = [propertiesOf(metadata.open_graph), propertiesOf(metadata.twitter)]
  const first = (...values: unknown[]) => values.map(firstText).find((text) => text !== '') ?? ''
  return {
    title: first(graph['og:title'], twitter['twitter:title'], metadata.title, pageUrl),
    description: first(graph['og:description'], twitter['twitter:description'], metadata.description),
    site: first(graph['og:site_name'], metadata.site_name, URL.parse(pageUrl)?.hostname),
    image:
      first(graph['og:image:secure_url'], graph['og:image'], graph['og:image:url'], twitter['twitter:image']) || null,
    isLarge: firstText(twitter['twitter:card']) !== 'summary',
  }
}

export function propertiesOf(value: unknown): Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Properties) : {}
}

function firstText(value: unknown): string {
  const one = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' ? one.trim() : ''
}
