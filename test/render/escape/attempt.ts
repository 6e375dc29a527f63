/** An attempt of a page to reach a URL that it must not reach. */

export interface Targets {
  /** Port of the canary, which listens on 127.0.0.1 and [::1]. */
  port: number
  /** Port of the page's own server. */
  ownPort: number
}

/**
 * `html` is part of the page, `script` holds statements in it, `header` is sent with its response. `to` is the URL to reach, whose path
 * is the name.
 */
export interface Attempt {
  name: string
  html?: (to: string, targets: Targets) => string
  script?: (to: string, targets: Targets) => string
  header?: (to: string) => [name: string, value: string]
}
