/** Settings from earlier versions. While one is set, the program doesn't start, so that no one relies on a setting that has no effect. */

/** The end of the error message for each setting, which describes the current behavior. docs/upgrade.md has a note on each setting. */
export const removedSettings: Readonly<Record<string, string>> = {
  GLEANER_QUEUE: 'workers only render pages',
  GLEANER_QUEUE_WAITING: 'at most 10,000 pages can wait for a worker',
  GLEANER_MAX_INFLIGHT_MB: 'GLEANER_MEMORY_MB limits the memory of the service and its readers together',
  GLEANER_BROWSER_WS_FENCED: "Gleaner only uses a browser whose pages have to go through Gleaner's proxy",
  GLEANER_EGRESS_HOST: 'GLEANER_EGRESS_URL sets where the proxy listens',
  GLEANER_EGRESS_PORT: 'GLEANER_EGRESS_URL sets where the proxy listens',
  GLEANER_BROWSER_RECYCLE_PAGES: 'a browser is replaced after 500 pages',
  GLEANER_ADS_PROVIDER_QUEUE: 'Gleaner requests live results from DataForSEO',
  GLEANER_ADS_PAUSE_MS: 'the pages of one search are requested without pauses',
  GLEANER_ADS_BLOCK_S: 'google_ads does not remember blocks',
}

/** Returns an error message for a removed setting, without the setting's name. Returns null if the setting wasn't removed. */
export function problemOfRemoved(name: string): string | null {
  const now = Object.hasOwn(removedSettings, name) ? removedSettings[name] : undefined
  return now === undefined ? null : `was removed: ${now}. See docs/upgrade.md`
}
