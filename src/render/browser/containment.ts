/** Decides how a browser is isolated from this machine: which user it runs as, and whether it uses Chromium's sandbox. */

export interface Containment {
  /** The user that the browser runs as, or null for this process's user. */
  user: { uid: number; gid: number } | null
  isSandboxed: boolean
  words: string
}

/** The unprivileged user `nobody`, whose IDs are the same on all current distributions. */
const nobody = { uid: 65534, gid: 65534 }

interface System {
  platform: NodeJS.Platform
  isRoot: boolean
}

/** Returns the containments to try, in order. Chromium's sandbox doesn't work as root. */
export function containmentsFor({ platform, isRoot }: System): Containment[] {
  if (!isRoot) return [{ user: null, isSandboxed: true, words: 'sandboxed' }]
  const asRoot = (why: string) => ({ user: null, isSandboxed: false, words: `NOT sandboxed, running as root: ${why}` })
  if (platform !== 'linux') return [asRoot('Chromium has no sandbox for root on this system')]
  return [
    { user: nobody, isSandboxed: true, words: 'sandboxed as nobody' },
    {
      ...{ user: nobody, isSandboxed: false },
      words: "NOT sandboxed, running as user 65534: this system doesn't let it use user namespaces",
    },
    asRoot("user 65534 doesn't exist here, or can't access the browser or the folder for temporary files"),
  ]
}

/**
 * Returns the containment to try after a start that failed with this message, or null if a weaker one wouldn't help. Only failures caused
 * by the containment lead to a weaker one. A crash doesn't.
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
