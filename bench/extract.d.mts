/** Markdown of a page, as `scrape` returns it. Throws what `formatPage` throws, except target_blocked. */
export function extract(html: string, url: string): Promise<string>
