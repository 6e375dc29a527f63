/** Opens closed shadow roots, so that their content can be read. */

import type { wrapFunction } from './wrap-function.ts'

/** The page's own scripts still see them as closed. */
export function openShadowRoots(wrap: typeof wrapFunction): void {
  const closed = new WeakSet<ShadowRoot>()
  wrap(Element.prototype, 'attachShadow', {
    apply(target, self, args) {
      if (args[0]?.mode !== 'closed') return Reflect.apply(target, self, args)
      const root: ShadowRoot = Reflect.apply(target, self, [{ ...args[0], mode: 'open' }])
      closed.add(root)
      return root
    },
  })
  wrapGetter(Element.prototype, 'shadowRoot', (root) => (root && closed.has(root) ? null : root))
  wrapGetter(ShadowRoot.prototype, 'mode', (mode, root) => (closed.has(root) ? 'closed' : mode))

  function wrapGetter<Owner extends object, Name extends keyof Owner>(
    owner: Owner,
    name: Name,
    replace: (value: Owner[Name], self: Owner) => Owner[Name],
  ): void {
    const { get, ...rest } = Object.getOwnPropertyDescriptor(owner, name) ?? {}
    if (!get) return
    const apply = (getter: () => Owner[Name], self: Owner) => replace(Reflect.apply(getter, self, []), self)
    Object.defineProperty(owner, name, { ...rest, get: new Proxy(get, { apply }) })
  }
}
