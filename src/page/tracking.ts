/** Detects tracking in URLs: trackers' images and parameters. */

const trackers =
  /\/\/(?:[^/]*\.)?(?:facebook\.com\/tr\b|doubleclick\.net\/|google-analytics\.com\/|googleadservices\.com\/|scorecardresearch\.com\/|quantserve\.com\/|pixel\.wp\.com\/|stats\.wp\.com\/|bat\.bing\.com\/|analytics\.twitter\.com\/|t\.co\/i\/adsct|px\.ads\.linkedin\.com\/|sb\.scorecardresearch\.com\/|ct\.pinterest\.com\/|mc\.yandex\.ru\/|counter\.yadro\.ru\/|c\.statcounter\.com\/|hm\.baidu\.com\/hm\.gif|hits\.|pixel\.|beacon\.)/i
// A script may replace such a file with a real image.
const counterFiles = /\/(?:(?:pixel|beacon|tracking|track)\.(?:gif|png|php|aspx?)|(?:matomo|piwik)\.php)(?:\?|$)/i

export function isTrackerUrl(url: string): boolean {
  return isOfTracker(url) || counterFiles.test(url.slice(0, 2000))
}

/** True for a URL on a tracker's host. The file's name does not count: the placeholder of a lazily loaded image may be named `pixel.gif`. */
export function isOfTracker(url: string): boolean {
  return trackers.test(url.slice(0, 2000))
}

// Parameters that campaigns and click trackers add. No site needs them to show its pages (ClearURLs' global rules, November 2026).
const trackingParameter =
  /^(?:utm_\w+|utm|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|ysclid|twclid|ttclid|li_fat_id|igshid|igsh|mc_cid|mc_eid|mkt_tok|_hsenc|_hsmi|__hs(?:sc|tc|fp)|hsctatracking|_ga|_gl|_openstat|oly_(?:anon|enc)_id|vero_(?:id|conv)|wickedid|rb_clickid|s_cid|ml_subscriber(?:_hash)?|srsltid|ref_src|ref_url|spm|scm|wt_mc|wt\.mc_id|pk_campaign|pk_kwd|mtm_\w+|gad_(?:source|campaignid)|hsa_\w+|ga_(?:source|medium|campaign|term|content)|__twitter_impression|guccounter|guce_referrer(?:_sig)?|__cf_chl_\w+)$/i
const mayTrack =
  /[?&;](?:utm|[fgdwtym]\w*cl|[gw]braid|li_fat|igsh|mc_|mk?tm?_|_hs|__|hscta|_g[al]=|_open|oly_|vero|wicked|rb_|s_cid|ml_|srsl|ref_|spm|scm|wt|pk_|gad?_|hsa_|guc)/i

/** Removes the parameters that only identify where a visitor came from. Leaves every other character unchanged. */
export function withoutTrackingParameters(url: string): string {
  const question = url.indexOf('?')
  if (question === -1 || !mayTrack.test(url)) return url
  const hash = url.indexOf('#', question)
  const end = hash === -1 ? url.length : hash
  const kept = url
    .slice(question + 1, end)
    .split('&')
    .filter((pair) => !trackingParameter.test(pair.split('=', 1)[0]?.replace(/^amp;/, '') ?? ''))
  return url.slice(0, question) + (kept.length > 0 ? `?${kept.join('&')}` : '') + url.slice(end)
}
