/** The file name of a response's body: from `Content-Disposition`, else the last part of the URL's path. */

/** Empty if there isn't one. The value of `filename*` stays percent-encoded: its extension is plain ASCII. @see RFC 6266 */
export function statedFileName(headers: Readonly<Record<string, string>>, { pathname }: URL): string {
  const disposition = headers['content-disposition'] ?? ''
  const name = /;\s*filename\*?\s*=\s*(?:[\w-]*'[\w-]*'|")?([^";]+)/i.exec(disposition)?.[1]
  return (name ?? pathname).trim().split('/').at(-1) ?? ''
}
