/** The operation `google_ads`: its input, its result and its price (docs/google-ads.md, docs/keys-and-credits.md). */

import { z } from 'zod'
import { readGeoLocation } from './geo-location.ts'
import { googleDomains } from './google-domains.ts'
import { defineOperation } from './operation.ts'
import { addProblem, boundedText, integer, languageTag, timeoutMs } from './parameters.ts'
import { adsCredits } from './prices.ts'
import { resultTail } from './result.ts'
import { warning } from './warning.ts'

const domain = boundedText(1, 20)
  .check((context) => {
    if (!googleDomains.includes(context.value)) {
      addProblem(context, 'enum', "Input should be the ending of a Google domain, such as 'com', 'de' or 'co.uk'")
    }
  })
  .optional()
  .meta({ description: 'Ending of the Google domain to search on. Without it: com.', examples: ['com', 'de', 'co.uk'] })

const locale = languageTag()
  .optional()
  .meta({ description: 'Interface language and region as a BCP 47 tag.', examples: ['en-US', 'de-CH'] })

const geoLocation = boundedText(0, 500)
  .check((context) => {
    const read = readGeoLocation(context.value)
    if ('problem' in read) addProblem(context, 'value_error', `Value error, ${read.problem}`)
  })
  .optional()
  .meta({
    description:
      'Place that the search is made from: <region>,<country> or a longer canonical place name, a country, or a point with or without radius.',
    examples: [
      'Bavaria,Germany',
      'New York,New York,United States',
      'Switzerland',
      'lat: 47.62, lng: -122.35, rad: 25000',
    ],
  })

export const googleAdsInput = z.strictObject({
  query: z
    .string()
    .min(1)
    .meta({ description: 'What to search for.', examples: ['running shoes'] }),
  domain,
  locale,
  geo_location: geoLocation,
  device: z
    .enum(['desktop', 'mobile', 'tablet'])
    .default('desktop')
    .meta({ description: 'Kind of device that the search is made from.', examples: ['mobile'] }),
  start_page: integer(1, 100).default(1).describe('First result page to read.'),
  pages: integer(1, 10).default(1).describe('How many result pages to read; the price is the same.'),
  render_js: z
    .boolean()
    .default(false)
    .describe('Load the pages in a browser from the start. With false that happens only where a page needs it.'),
  output: z
    .enum(['markdown', 'json'])
    .default('markdown')
    .describe('markdown adds a readable content beside the list of ads; json gives the list alone.'),
  timeout_ms: timeoutMs(1000, 300_000, 60_000),
})

export type GoogleAdsInput = z.infer<typeof googleAdsInput>

const text = z.string().nullable()

export const ad = z.strictObject({
  page: z.int().min(1).max(110).describe('Result page that shows the ad.'),
  block: z.enum(['top', 'bottom', 'right', 'middle', 'local']).describe('Where on the page it is.'),
  position: z.int().min(1).max(1000).describe('Its place within page and block, from 1.'),
  kind: z
    .enum(['text', 'shopping', 'hotel', 'travel', 'local', 'call', 'app', 'vehicle', 'store', 'video'])
    .describe('Kind of advertisement.'),
  title: text.describe('Headline.'),
  url: text.describe("The advertiser's page. Null where the result page does not have it; never a Google URL."),
  displayed_url: text.describe('URL as the ad shows it.'),
  description: text.describe('Text below the headline.'),
  advertiser: text.describe('Name of the advertiser or shop.'),
  tracking_url: text.describe("Google's click URL. It is reported and never requested."),
  sitelinks: z
    .array(
      z.strictObject({
        title: z.string().describe('Text of the link.'),
        url: text.describe("The advertiser's page."),
        description: text.describe('Text below the link.'),
      }),
    )
    .describe('Further links of the ad.'),
  phone: text.describe('Telephone number.'),
  price: text.describe('Price as it is shown.'),
  old_price: text.describe('Price before, as it is shown: crossed out, or named so.'),
  rating: z
    .number()
    .min(0)
    .max(5)
    .nullable()
    .describe(
      'Rating out of 5. One on another scale is scaled where the page tells the scale, and null where it does not.',
    ),
  reviews: z.int().min(0).nullable().describe('Number of reviews that the rating is made of.'),
  extensions: z
    .array(z.string())
    .describe(
      'Callouts, structured snippets and promotions, as they read, in their order. Empty where there are none.',
    ),
  image_url: text.describe('Picture of the ad, an https URL. Null where the page holds the picture itself.'),
  address: text.describe('Street address or place of the business.'),
})

export const adsPage = z.strictObject({
  page: z.int().min(1).max(110).describe('Number of the result page.'),
  url: z.string().describe('URL that Google is asked at.'),
  status: z
    .enum(['ok', 'no_ads', 'no_results', 'consent', 'captcha', 'js_shell', 'layout_changed', 'blocked', 'error'])
    .describe('How reading the page went.'),
  ads: z.int().min(0).max(1000).describe('Number of ads on it.'),
  rendered: z.boolean().describe('Whether the page was loaded in a browser.'),
})

export const googleAdsResult = z.strictObject({
  query: z.string().describe('The query that was asked for.'),
  domain: z.string().describe('Ending of the Google domain that was searched.'),
  locale: text.describe('The locale that was asked for.'),
  geo_location: text.describe('The place that was asked for.'),
  output: z.enum(['markdown', 'json']).describe('The output that was asked for.'),
  content: text.describe('Ads and pages as markdown. Null with output=json.'),
  ads: z
    .array(ad)
    .describe('All ads, in the order of the pages. A field that an ad does not have is null, a list empty.'),
  pages: z.array(adsPage).describe('The result pages that were asked for, in their order.'),
  warnings: z.array(warning).describe('What to know about this result.'),
  ...resultTail,
})

export type GoogleAdsResult = z.infer<typeof googleAdsResult>

export const googleAds = defineOperation({
  name: 'google_ads',
  title: 'Read the ads of a Google search',
  description:
    'Run a Google search and return its paid results: title, landing page, displayed address, description, sitelinks and position of every advertisement. Use it to see who advertises for a query, in a language and place; it returns no organic results, and for reading a page whose address you have use scrape. A page that Google blocks is reported as blocked, never as free of ads. Costs 5 credits whatever pages is; failures are free. Example: {"query": "running shoes", "domain": "de", "locale": "de-DE"}.',
  input: googleAdsInput,
  rules: [],
  result: googleAdsResult,
  price: { credits: () => adsCredits, text: '5 credits, whatever pages is' },
})
