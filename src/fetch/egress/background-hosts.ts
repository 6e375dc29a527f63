/** Hosts that the browser contacts for its own purposes. Pages don't need them, and requests to them are refused. */

/**
 * Each entry covers the host and everything below it. The browser's own requests carry no page's proxy credentials, so they fail
 * anyway; this list is a second barrier, for requests that the browser makes on behalf of a page.
 */
const backgroundHosts: ReadonlySet<string> = new Set([
  // Updates of the browser, its components and its extensions.
  'update.googleapis.com',
  'clients2.google.com',
  'clients2.googleusercontent.com',
  'gvt1.com',
  'gvt2.com',
  'dl.google.com',
  'chromewebstore.googleapis.com',
  'msedge.api.cdp.microsoft.com',
  'edge.microsoft.com',
  // Field trials, hints, spelling, forms.
  'clientservices.googleapis.com',
  'optimizationguide-pa.googleapis.com',
  'content-autofill.googleapis.com',
  'config.edge.skype.com',
  // Safe browsing, leaked passwords.
  'safebrowsing.googleapis.com',
  'safebrowsing.google.com',
  'safebrowsingohttpgateway.googleapis.com',
  'sb-ssl.google.com',
  'passwordsleakcheck-pa.googleapis.com',
  'smartscreen.microsoft.com',
  // Accounts, push messages, connection tests, reports.
  'accounts.google.com',
  'accountcapabilities-pa.googleapis.com',
  'clients1.google.com',
  'clients3.google.com',
  'clients4.google.com',
  'android.clients.google.com',
  'mtalk.google.com',
  'connectivitycheck.gstatic.com',
  // Name resolution over HTTPS.
  'chrome.cloudflare-dns.com',
  'dns.google',
])

/** `host` in lower case, as the URL parser returns it. */
export function isBackgroundHost(host: string): boolean {
  const labels = host.replace(/\.+$/, '').split('.')
  return labels.some((_, at) => backgroundHosts.has(labels.slice(at).join('.')))
}
