/** The operation `google_ads`: its input, its result and its price (docs/google-ads.md, docs/keys-and-credits.md). */

import { z } from 'zod'
import { readGeoLocation } from './ads/geo-location.ts'
import { googleDomains } from './ads/google-domains.ts'
import { defineOperation, resultTail } from './operation.ts'
import { addProblem, boundedText, integer, languageTag, nullableText, timeoutMs, toggle } from './parameters.ts'
import { adsCredits } from './prices.ts'
import { warning } from './warning.ts'

const domain = boundedText(1, 20)
  .overwrite((value) => value.toLowerCase().replace(/^(?:(?:www\.)?google\.|\.)/, ''))
  .check((context) => {
    if (!googleDomains.includes(context.value)) {
      addProblem(context, 'enum', "Input should be the suffix of a Google domain, such as 'com', 'de' or 'co.uk'")
    }
  })
  .optional()
  .meta({
    description: 'Google domain to search, such as com, de, co.uk or google.de. Default: com.',
    examples: ['com', 'de', 'co.uk'],
  })

const locale = languageTag()
  .optional()
  .meta({ description: 'Interface language and region as a BCP 47 tag, such as de-CH.', examples: ['en-US', 'de-CH'] })

const geoLocation = boundedText(0, 500)
  .check((context) => {
    const read = readGeoLocation(context.value)
    if ('problem' in read) addProblem(context, 'value_error', `Value error, ${read.problem}`)
  })
  .optional()
  .meta({
    description:
      'Place to search from: a country, <region>,<country>, a longer canonical name, or a point such as lat: 47.62, lng: -122.35, rad: 25000 (meters).',
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
    .meta({ description: 'Device to search from.', examples: ['mobile'] }),
  start_page: integer(1, 100).default(1).describe('First result page to read.'),
  pages: integer(1, 10).default(1).describe('Number of result pages to read, up to 10, at no extra cost.'),
  render_js: toggle(false, 'Use a browser from the start. If false, only for pages that need it.'),
  output: z
    .enum(['markdown', 'json'])
    .default('markdown')
    .describe('markdown adds readable content to the list of ads; json returns only the list.'),
  timeout_ms: timeoutMs(1000, 300_000, 60_000),
})

export type GoogleAdsInput = z.infer<typeof googleAdsInput>

export const ad = z.strictObject({
  page: z.int().min(1).max(110).describe('Result page that shows the ad.'),
  block: z.enum(['top', 'bottom', 'right', 'middle', 'local']).describe('Block of the page in which the ad appears.'),
  position: z.int().min(1).max(1000).describe('Position within the block on that page, from 1.'),
  kind: z
    .enum(['text', 'shopping', 'hotel', 'travel', 'local', 'call', 'app', 'vehicle', 'store', 'video'])
    .describe('Kind of ad.'),
  title: nullableText.describe('Headline.'),
  url: nullableText.describe('Landing page. Null if the result page does not contain it; never a Google URL.'),
  displayed_url: nullableText.describe('URL shown in the ad.'),
  description: nullableText.describe('Description below the headline.'),
  advertiser: nullableText.describe('Name of the advertiser or shop.'),
  tracking_url: nullableText.describe("Google's click URL. Gleaner never requests it."),
  sitelinks: z
    .array(
      z.strictObject({
        title: z.string().describe('Text of the link.'),
        url: nullableText.describe("The advertiser's page."),
        description: nullableText.describe('Text below the link.'),
      }),
    )
    .describe('Additional links in the ad.'),
  phone: nullableText.describe('Telephone number.'),
  price: nullableText.describe('Price as shown.'),
  old_price: nullableText.describe('Previous price as shown (crossed out or labeled as such).'),
  rating: z
    .number()
    .min(0)
    .max(5)
    .nullable()
    .describe('Rating out of 5, converted from other scales. Null if the page does not state the scale.'),
  reviews: z.int().min(0).nullable().describe('Number of reviews behind the rating.'),
  extensions: z.array(z.string()).describe('Callouts, structured snippets and promotions, verbatim and in order.'),
  image_url: nullableText.describe("https URL of the ad's image. Null if the page embeds the image."),
  address: nullableText.describe('Street address or location of the business.'),
})

export const adsPage = z.strictObject({
  page: z.int().min(1).max(110).describe('Result page number.'),
  url: z.string().describe('URL of the Google search.'),
  status: z
    .enum(['ok', 'no_ads', 'no_results', 'consent', 'captcha', 'js_shell', 'layout_changed', 'blocked', 'error'])
    .describe('Outcome of reading the page.'),
  ads: z.int().min(0).max(1000).describe('Number of ads on the page.'),
  rendered: z.boolean().describe('True if the page was loaded in a browser.'),
})

export const googleAdsResult = z.strictObject({
  query: z.string().describe('The requested query.'),
  domain: z.string().describe('Suffix of the Google domain that was searched.'),
  locale: nullableText.describe('The requested locale.'),
  geo_location: nullableText.describe('The requested location.'),
  output: z.enum(['markdown', 'json']).describe('The requested output.'),
  content: nullableText.describe('Ads and pages as markdown. Null with output=json.'),
  ads: z.array(ad).describe('All ads, page by page. Missing fields are null, and missing lists are empty.'),
  pages: z.array(adsPage).describe('The requested result pages, in order.'),
  warnings: z.array(warning).describe('Caveats about this result.'),
  ...resultTail,
})

export type GoogleAdsResult = z.infer<typeof googleAdsResult>

export const googleAds = defineOperation({
  name: 'google_ads',
  title: 'List the ads shown for a Google search',
  description:
    'Run a Google search and return its ads, with title, landing page, displayed URL, description, sitelinks and position. Use it to see who advertises for a query in a language and place. It returns no organic results; to read a page, use scrape. A page that Google blocks is reported as blocked, never as having no ads. Costs 5 credits for any number of pages; failures are free. Example: {"query": "running shoes", "domain": "de", "locale": "de-DE"}.',
  input: googleAdsInput,
  rules: [],
  result: googleAdsResult,
  structured: { required: 'ads', omit: ['query', 'domain', 'locale', 'geo_location', 'output', 'content'] },
  price: { credits: () => adsCredits, text: '5 credits, for any number of pages' },
})
