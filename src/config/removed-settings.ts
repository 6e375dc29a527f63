/** Settings of earlier versions. While one is set nothing starts, so that nobody relies on what it no longer does. */

/** By name: what is true now, as the end of an error message. docs/upgrade.md has a note on each. */
export const removedSettings: Readonly<Record<string, string>> = {
  GLEANER_QUEUE: 'workers render pages and nothing else',
  GLEANER_QUEUE_WAITING: 'at most 10,000 pages wait for a worker',
  GLEANER_MAX_INFLIGHT_MB: 'GLEANER_MEMORY_MB limits the memory of the service and its readers together',
  GLEANER_BROWSER_WS_FENCED: 'a browser is used only if its pages get out by our proxy alone',
  GLEANER_EGRESS_HOST: 'GLEANER_EGRESS_URL says where the proxy listens',
  GLEANER_EGRESS_PORT: 'GLEANER_EGRESS_URL says where the proxy listens',
  GLEANER_BROWSER_RECYCLE_PAGES: 'a browser is replaced after 500 pages',
  GLEANER_ADS_PROVIDER_QUEUE: 'DataForSEO is asked for live results',
  GLEANER_ADS_PAUSE_MS: 'the pages of one search are requested without pauses',
  GLEANER_ADS_BLOCK_S: 'google_ads remembers no blocks',
}

/** What is wrong with a setting of this name, after the name itself. Null for names that weren't removed. */
export function problemOfRemoved(name: string): string | null {
  const now = Object.hasOwn(removedSettings, name) ? removedSettings[name] : undefined
  return now === undefined ? null : `was removed: ${now}. See docs/upgrade.md`
}
