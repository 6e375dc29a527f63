/** Recognizes services for analytics, error reporting or advertising. Pages are complete without them. */

const domains = [
  ...['google-analytics.com', 'googletagmanager.com', 'doubleclick.net', 'googlesyndication.com'],
  ...['googleadservices.com', 'adservice.google.com', 'facebook.net', 'hotjar.com', 'clarity.ms', 'segment.io'],
  ...['segment.com', 'mixpanel.com', 'amplitude.com', 'sentry.io', 'nr-data.net', 'newrelic.com'],
  ...['scorecardresearch.com', 'chartbeat.com', 'chartbeat.net', 'quantserve.com', 'criteo.com', 'criteo.net'],
  ...['taboola.com', 'outbrain.com', 'bat.bing.com', 'matomo.cloud', 'plausible.io', 'optimizely.com'],
  ...['intercom.io', 'fullstory.com', 'datadoghq.com', 'datadoghq.eu'],
  ...['datadoghq-browser-agent.com', 'datadoghq-browser-agent.eu'],
]
const known = new Set(domains)

/** Long enough for the scheme and host. */
const maxParsedChars = 4096

/** True if the URL's host is one of these domains or a subdomain. */
export function isThirdPartyService(url: string): boolean {
  const labels = (URL.parse(url.slice(0, maxParsedChars))?.hostname ?? '').split('.')
  return labels.some((_, at) => known.has(labels.slice(at).join('.')))
}
