/** A link to another site. Only http and https URLs become links, and the new tab can't reach this one. */

export function OutsideLink({ url }: { url: string }) {
  if (!isWebUrl(url)) return <span class="breakable">{url}</span>
  return (
    <a class="breakable" href={url} target="_blank" rel="noopener noreferrer nofollow">
      {url}
    </a>
  )
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
}
