/** A link out of the page: to http and https alone, in a tab that knows nothing of this one. */

interface OutsideLinkProps {
  url: string
  text?: string
}

export function OutsideLink({ url, text = url }: OutsideLinkProps) {
  if (!isWebAddress(url)) return <span class="breakable">{text}</span>
  return (
    <a class="breakable" href={url} target="_blank" rel="noopener noreferrer nofollow" title={url}>
      {text || url}
    </a>
  )
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
