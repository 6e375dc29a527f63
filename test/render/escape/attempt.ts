/** A page's attempt to reach a forbidden URL. */

export interface Targets {
  /** Port of the canary, which listens on 127.0.0.1 and [::1]. */
  port: number
  /** Port of the page's own server. */
  ownPort: number
}

/**
 * `html` and the statements in `script` are part of the page. `header` is sent with its response. `to` is the URL to reach, whose path is
 * the name.
 */
export interface Attempt {
  name: string
  html?: (to: string, targets: Targets) => string
  script?: (to: string, targets: Targets) => string
  header?: (to: string) => [name: string, value: string]
}
