/** Decides how a browser is kept apart from this machine: whose user it runs as, and whether in Chromium's own sandbox. */

export interface Containment {
  /** The user that it runs as; null for this process's own. */
  user: { uid: number; gid: number } | null
  isSandboxed: boolean
  /** For the log. */
  words: string
}

/** The user without rights; its ids are the same on all of today's distributions. */
const nobody = { uid: 65534, gid: 65534 }

interface System {
  platform: NodeJS.Platform
  isRoot: boolean
}

/** What is tried, in this order. Chromium refuses its sandbox to root. */
export function containmentsFor({ platform, isRoot }: System): Containment[] {
  if (!isRoot) return [{ user: null, isSandboxed: true, words: 'sandboxed' }]
  const asRoot = (why: string) => ({ user: null, isSandboxed: false, words: `NOT sandboxed, as root: ${why}` })
  if (platform !== 'linux') return [asRoot('Chromium has no sandbox for it')]
  return [
    { user: nobody, isSandboxed: true, words: 'sandboxed as nobody' },
    {
      ...{ user: nobody, isSandboxed: false },
      words: 'NOT sandboxed, as nobody: this system allows it no user namespaces',
    },
    asRoot('nobody has no access to it or to the folder for temporary files, or is no user here'),
  ]
}

/**
 * What to try after a start that failed with this message; null when another containment would not help. Only a failure that says so
 * leads to a weaker one: a crash is no reason.
 */
export function weakerAfter(
  containment: Containment,
  choices: readonly Containment[],
  failure: string,
): Containment | null {
  const { user, isSandboxed } = containment
  if (user === null) return null
  if (isSandboxed && /\bsandbox\b|namespace|clone|credentials\.cc/i.test(failure)) {
    return choices.find((other) => other.user !== null && !other.isSandboxed) ?? null
  }
  if (/permission denied|not permitted|EACCES|EPERM|EINVAL|cannot open shared object|not found/i.test(failure)) {
    return choices.find((other) => other.user === null) ?? null
  }
  return null
}
