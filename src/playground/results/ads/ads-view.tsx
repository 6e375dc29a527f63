/** Ads as cards where they stand on the results page, with their block and position. */

import { OutsideLink } from '../../controls/outside-link.tsx'
import { formatNumber } from '../../locale/numbers.ts'
import { labelOf } from '../../operations/labels.ts'
import { ownField } from '../../operations/own-field.ts'
import { layOutAds, otherFacts, ratingText, type ShownAd } from './ads-layout.ts'

export interface AdsPageStatus {
  page: number
  status: string
}

const statusWords: Readonly<Record<string, string>> = {
  ok: 'read',
  no_ads: 'has no ads',
  no_results: 'has no results',
  consent: 'asks for consent first',
  captcha: 'asks for a captcha',
  js_shell: 'needs JavaScript',
  layout_changed: 'has ads that could not be read',
  blocked: 'was refused',
  error: 'could not be read',
}

export function AdsView({ ads, pages }: { ads: readonly ShownAd[]; pages: readonly AdsPageStatus[] }) {
  const layouts = new Map(layOutAds(ads).map((layout) => [layout.page, layout.blocks]))
  return (
    <div class="view">
      {pages.map(({ page, status }) => (
        <section key={page} class="ads-page">
          <h3>
            Results page {formatNumber(page)} <span class="muted">{ownField(statusWords, status) ?? status}</span>
          </h3>
          {(layouts.get(page) ?? []).map(({ block, ads: inBlock }) => (
            <section key={block} class={`ads-block ${block}`} aria-label={`Ads: ${block}`}>
              <h4>{labelOf(block)}</h4>
              <ol class="ads">
                {inBlock.map((ad) => (
                  <li key={ad.position}>
                    <AdCard ad={ad} />
                  </li>
                ))}
              </ol>
            </section>
          ))}
        </section>
      ))}
    </div>
  )
}

function AdCard({ ad }: { ad: ShownAd }) {
  const { kind, block, position, title, url, displayed_url, description, advertiser, price, phone, sitelinks } = ad
  const { old_price, extensions = [], image_url } = ad
  const rating = ratingText(ad, formatNumber)
  return (
    <article class="ad">
      <p class="ad-line">
        <span class="badge">
          {block} {formatNumber(position)}
        </span>
        <span class="muted breakable">
          {[kind === 'text' ? null : kind, displayed_url ?? advertiser].filter(Boolean).join(' · ')}
        </span>
      </p>
      <h5>{url ? <OutsideLink url={url} text={title ?? url} /> : (title ?? 'Without a title')}</h5>
      {description && <p>{description}</p>}
      <p class="ad-facts">
        {price && <strong>{price}</strong>}
        {old_price && <s class="muted">{old_price}</s>}
        {rating && <span>{rating}</span>}
        {phone && <span>{phone}</span>}
        {displayed_url && advertiser && <span class="muted">{advertiser}</span>}
        {otherFacts(ad).map(([name, text]) => (
          <span key={name} class="muted breakable">
            {labelOf(name)}: {text}
          </span>
        ))}
        {image_url && <OutsideLink url={image_url} text="Picture" />}
      </p>
      {extensions.length > 0 && <p class="muted">{extensions.join(' | ')}</p>}
      {sitelinks.length > 0 && (
        <ul class="sitelinks">
          {sitelinks.map((link) => (
            <li key={link.title}>{link.url ? <OutsideLink url={link.url} text={link.title} /> : link.title}</li>
          ))}
        </ul>
      )}
    </article>
  )
}
