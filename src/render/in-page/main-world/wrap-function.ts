/** Replaces a function or constructor in the page's world. */

/** Uses proxies, so the functions still look native to the page's scripts. Does nothing if the function doesn't exist. */
export function wrapFunction<Owner extends object>(
  owner: Owner | undefined,
  name: string & keyof Owner,
  // biome-ignore lint/suspicious/noExplicitAny: a trap forwards whatever arguments the page gives
  traps: ProxyHandler<any>,
): void {
  if (owner?.[name]) owner[name] = new Proxy(owner[name], traps)
}
