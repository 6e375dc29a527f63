/** Markdown of a page, as `scrape` gives it. Throws what the reading of the page throws, but not target_blocked. */
export function extract(html: string, url: string): Promise<string>
