/** Replaces a function or constructor of the page's world. */

/** Wrapped functions are proxies: the page's scripts find them as native as before. Nothing happens where there is none. */
export function wrapFunction<Owner extends object>(
  owner: Owner | undefined,
  name: string & keyof Owner,
  // biome-ignore lint/suspicious/noExplicitAny: a trap forwards whatever arguments the page gives
  traps: ProxyHandler<any>,
): void {
  if (owner?.[name]) owner[name] = new Proxy(owner[name], traps)
}
