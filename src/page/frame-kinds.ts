/** Classifies a frame or request by its URL: a document to read, a player, or something that doesn't belong to the page. */

const players =
  /(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|soundcloud\.com|spotify\.com|twitch\.tv|loom\.com|wistia\.(?:com|net)|codepen\.io|jsfiddle\.net|codesandbox\.io|archive\.org|ted\.com|bilibili\.com)$/

/** Long enough for the scheme, the host and the start of the path. */
const maxParsedChars = 4096

/** True if frames from this host are players, which a link can adequately replace. */
export function isPlayer(hostname: string): boolean {
  return players.test(hostname)
}

// Hosts seen in frames on pages from six data sets (November 2026).
const advertisers =
  /^(?:ads?|adserv(?:er|ices?)|banners?)\d*\.|(?:^|\.)(?:adsrvr\.org|amazon-adsystem\.com|adtrafficquality\.google|adnxs\.com|rubiconproject\.com|pubmatic\.com|openx\.net|casalemedia\.com|3lift\.com|teads\.tv|media\.net|dianomi\.com|perfectmarket\.com|trendmd\.com|imasdk\.googleapis\.com|demdex\.net|krxd\.net|crwdcntrl\.net|permutive\.app|datafeedfile\.com|pixanalytics\.com)$/
const consentManagers =
  /(?:^|\.)(?:privacy-mgmt\.com|sp-prod\.net|cookiebot\.com|consentmanager\.net|trustarc\.com|onetrust\.com|cookielaw\.org|usercentrics\.eu|didomi\.io|iubenda\.com)$|^sourcepoint\./
/** Hosts and paths of captchas, buttons and chats. */
const widgets =
  /^(?:www\.google\.com\/recaptcha\/|www\.recaptcha\.net\/|[\w.-]*hcaptcha\.com\/|challenges\.cloudflare\.com\/|accounts\.google\.com\/|apis\.google\.com\/|www\.facebook\.com\/(?:v[\d.]+\/)?plugins\/|(?:static|s-static)[\w.]*\.facebook\.com\/|platform\.twitter\.com\/widgets\/|platform\.linkedin\.com\/|assets\.pinterest\.com\/|widgets\.wp\.com\/|[\w.-]*sharethis\.com\/|[\w.-]*addthis\.com\/|js\.stripe\.com\/|js\.chargebee\.com\/|[\w.-]*sprinklr\.com\/|[\w.-]*drift\.com\/|[\w.-]*intercom\.io\/|[\w.-]*tawk\.to\/|[\w.-]*zdassets\.com\/)/

const plugins =
  /[/._-](?:plug-?ins?|widgets?|comment-?push|comments?|share|like|subscribe|newsletter|login)(?:[/._?-]|$)/i

/** True if a page is complete without this frame's document: an advertisement, visitor analytics or a player. */
export function isNeedlessFrame(url: string): boolean {
  const hostname = URL.parse(url.slice(0, maxParsedChars))?.hostname ?? ''
  return isThirdPartyService(url) || isPlayer(hostname) || advertisers.test(hostname)
}

/** True if a frame with this URL holds page content, rather than an advertisement, service, captcha, button or player. */
export function isContentFrame(url: string): boolean {
  const parsed = URL.parse(url.slice(0, maxParsedChars))
  if (!parsed || isNeedlessFrame(url)) return false
  const { hostname, pathname } = parsed
  if (consentManagers.test(hostname) || plugins.test(`/${hostname.split('.')[0]}${pathname}`)) return false
  return !widgets.test(`${hostname}${pathname}`)
}

/** Services for analytics, error reporting or advertising. Pages are complete without them. */
const thirdPartyServices = new Set([
  ...['google-analytics.com', 'googletagmanager.com', 'doubleclick.net', 'googlesyndication.com'],
  ...['googleadservices.com', 'adservice.google.com', 'facebook.net', 'hotjar.com', 'clarity.ms', 'segment.io'],
  ...['segment.com', 'mixpanel.com', 'amplitude.com', 'sentry.io', 'nr-data.net', 'newrelic.com'],
  ...['scorecardresearch.com', 'chartbeat.com', 'chartbeat.net', 'quantserve.com', 'criteo.com', 'criteo.net'],
  ...['taboola.com', 'outbrain.com', 'bat.bing.com', 'matomo.cloud', 'plausible.io', 'optimizely.com'],
  ...['intercom.io', 'fullstory.com', 'datadoghq.com', 'datadoghq.eu'],
  ...['datadoghq-browser-agent.com', 'datadoghq-browser-agent.eu'],
])

/** True if the URL's host is one of these domains or a subdomain. */
export function isThirdPartyService(url: string): boolean {
  const labels = (URL.parse(url.slice(0, maxParsedChars))?.hostname ?? '').split('.')
  return labels.some((_, at) => thirdPartyServices.has(labels.slice(at).join('.')))
}
