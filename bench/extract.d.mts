/** Returns a page's markdown, as `scrape` does. Throws the errors of `formatPage` except target_blocked. */
export function extract(html: string, url: string): Promise<string>
