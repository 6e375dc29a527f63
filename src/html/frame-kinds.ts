/** Tells by the URL of a frame what it holds: a document to read, a player, or nothing that belongs to the page. */

import { isThirdPartyService } from './third-party-services.ts'

const players =
  /(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|soundcloud\.com|spotify\.com|twitch\.tv|loom\.com|wistia\.(?:com|net)|codepen\.io|jsfiddle\.net|codesandbox\.io|archive\.org|ted\.com|bilibili\.com)$/

/** Scheme, host and the beginning of the path stand in it, however long the URL is. */
const maxParsedChars = 4096

/** Whether frames of the host play or show what a link to it says as well. */
export function isPlayer(hostname: string): boolean {
  return players.test(hostname)
}

// Hosts as they were seen in frames of the pages of six data sets (November 2026).
const advertisers =
  /^(?:ads?|adserv(?:er|ices?)|banners?)\d*\.|(?:^|\.)(?:adsrvr\.org|amazon-adsystem\.com|adtrafficquality\.google|adnxs\.com|rubiconproject\.com|pubmatic\.com|openx\.net|casalemedia\.com|3lift\.com|teads\.tv|media\.net|dianomi\.com|perfectmarket\.com|trendmd\.com|imasdk\.googleapis\.com|demdex\.net|krxd\.net|crwdcntrl\.net|permutive\.app|datafeedfile\.com|pixanalytics\.com)$/
const consentManagers =
  /(?:^|\.)(?:privacy-mgmt\.com|sp-prod\.net|cookiebot\.com|consentmanager\.net|trustarc\.com|onetrust\.com|cookielaw\.org|usercentrics\.eu|didomi\.io|iubenda\.com)$|^sourcepoint\./
/** Captchas, buttons and chats: host and path. */
const widgets =
  /^(?:www\.google\.com\/recaptcha\/|www\.recaptcha\.net\/|[\w.-]*hcaptcha\.com\/|challenges\.cloudflare\.com\/|accounts\.google\.com\/|apis\.google\.com\/|www\.facebook\.com\/(?:v[\d.]+\/)?plugins\/|(?:static|s-static)[\w.]*\.facebook\.com\/|platform\.twitter\.com\/widgets\/|platform\.linkedin\.com\/|assets\.pinterest\.com\/|widgets\.wp\.com\/|[\w.-]*sharethis\.com\/|[\w.-]*addthis\.com\/|js\.stripe\.com\/|js\.chargebee\.com\/|[\w.-]*sprinklr\.com\/|[\w.-]*drift\.com\/|[\w.-]*intercom\.io\/|[\w.-]*tawk\.to\/|[\w.-]*zdassets\.com\/)/

/** Whether a page is the same without the document of a frame with this URL: advertisements, services that count visitors, players. */
export function isNeedlessFrame(url: string): boolean {
  const hostname = URL.parse(url.slice(0, maxParsedChars))?.hostname ?? ''
  return isThirdPartyService(url) || isPlayer(hostname) || advertisers.test(hostname)
}

/** Whether a frame with this URL holds content of the page: no advertisement, service, captcha or button, and no player. */
export function isContentFrame(url: string): boolean {
  const parsed = URL.parse(url.slice(0, maxParsedChars))
  if (!parsed || isNeedlessFrame(url)) return false
  const { hostname, pathname } = parsed
  return !consentManagers.test(hostname) && !widgets.test(`${hostname}${pathname}`)
}
