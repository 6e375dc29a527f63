/** Handwritten JSON in each provider's documented format, always with the same advertisers. */

import type { AdsProviderName } from '../../../src/contract/ads-reading.ts'

interface Samples {
  /** The result page with this number. DataForSEO returns all pages up to that number. */
  ads(page: number): unknown
  adsOfPage: number
  noAds: unknown
  noResults: unknown
  /** A response from a provider that could not load or parse Google's page. */
  failed: unknown
  failedStatus: string
}

const read = { search_metadata: { id: '1', status: 'Success', google_url: 'https://www.google.com/search?q=x' } }
const organic = [{ position: 1, title: 'Shoes reviewed', link: 'https://www.review.example/' }]

const found = (results: unknown, page = 1) => ({
  results: [
    {
      content: { url: 'https://www.google.com/search?q=x', page, results, parse_status_code: 12000 },
      page,
      status_code: 200,
      job_id: '1',
    },
  ],
})

/** DataForSEO's envelope around a task. */
export function tasked(task: Record<string, unknown>): unknown {
  const id = '07231252-7652-0139-0000-301b3ccdda6f'
  const envelope = {
    version: '0.1.20260717',
    status_code: 20_000,
    status_message: 'Ok.',
    time: '2.3 sec.',
    cost: 0.002,
  }
  return { ...envelope, tasks_count: 1, tasks_error: 0, tasks: [{ id, time: '2.2 sec.', cost: 0.002, ...task }] }
}

/** A completed DataForSEO task. */
export function searched(items: readonly unknown[], pages = 1): unknown {
  const result = { keyword: 'x', type: 'organic', se_domain: 'google.com', se_results_count: 1e6, pages_count: pages }
  const found = [{ ...result, items_count: items.length, items }]
  return tasked({ status_code: 20_000, status_message: 'Ok.', result_count: 1, result: found })
}

export const samples: Record<AdsProviderName, Samples> = {
  serpapi: {
    ads: (page) => ({
      ...read,
      search_parameters: { engine: 'google_ads', q: 'x', ...(page > 1 ? { start: (page - 1) * 10 } : {}) },
      ads: [
        {
          position: 1,
          block_position: 'top',
          title: 'Stride Running Shoes',
          link: 'https://www.stride.example/run?ref=g',
          displayed_link: 'https://www.stride.example › run',
          tracking_link: 'https://www.google.com/aclk?sa=L&ai=S1&adurl',
          description: 'Light, fast and tested. Free returns.',
          source: 'Stride',
          sitelinks: [
            {
              title: 'Trail',
              link: 'https://www.stride.example/trail',
              snippets: ['Grip for mud.', 'And for rock.'],
            },
            { title: 'Sale', link: 'https://www.google.com/aclk?sa=L&ai=S2&adurl' },
          ],
        },
        {
          position: 2,
          block_position: 'bottom',
          title: 'Opaque Runner',
          link: 'https://www.google.com/goto?url=CAESabc',
          displayed_link: 'https://www.opaque.example › shoes',
          source: 'Opaque',
          sitelinks: { inline: [{ title: 'Men', link: 'https://www.google.com/goto?url=CAESdef' }] },
        },
        { position: 3, block_position: 'bottom', title: 'Call a Cobbler', phone: '(555) 010-9988' },
      ],
      shopping_results: [
        {
          position: 1,
          block_position: 'right',
          title: 'Runner 3000',
          price: '€89.00',
          extracted_price: 89,
          link: 'https://www.google.com/aclk?sa=l&ai=S3&ctype=5&adurl=',
          source: 'Shoe Shop',
        },
      ],
      local_ads: {
        title: 'Cobblers nearby',
        ads: [
          {
            title: 'Heel & Toe',
            rating: 4.8,
            phone: '(555) 010-2233',
            link: 'https://www.google.com/localservices/profile?spp=x',
          },
        ],
      },
      organic_results: organic,
    }),
    adsOfPage: 5,
    noAds: { ...read, organic_results: organic },
    noResults: { ...read, error: "Google hasn't returned any results for this query." },
    failed: { search_metadata: { status: 'Error' }, error: 'We could not complete your search.' },
    failedStatus: 'error',
  },
  oxylabs: {
    ads: (page) =>
      found(
        {
          paid: [
            {
              pos: 1,
              url: 'https://www.stride.example/run?ref=g',
              desc: 'Light, fast and tested. Free returns.',
              title: 'Stride Running Shoes',
              data_rw: 'https://www.google.com/aclk?sa=L&ai=O1&adurl=',
              data_pcu: ['https://www.stride.example/'],
              sitelinks: {
                expanded: [{ url: 'https://www.stride.example/trail', desc: 'Grip for mud.', title: 'Trail' }],
                inline: [{ url: 'https://www.google.com/aclk?sa=L&ai=O2', title: 'Sale' }],
              },
              url_shown: 'https://www.stride.example/run',
              pos_overall: 1,
            },
            {
              pos: 2,
              url: '/goto?url=CAESabc',
              title: 'Opaque Runner',
              url_shown: 'https://www.opaque.example › shoes',
              pos_overall: 13,
            },
          ],
          pla: {
            items: [
              {
                pos: 1,
                url: 'https://www.google.com/aclk?sa=l&ai=O3&adurl=',
                price: '€89.00',
                title: 'Runner 3000',
                seller: 'Shoe Shop',
              },
            ],
            pos_overall: 2,
          },
          local_service_ads: {
            items: [{ pos: 1, url: '/localservices/profile?spp=x', title: 'Heel & Toe', rating: 5 }],
          },
          organic: [{ pos: 1, url: 'https://www.review.example/', title: 'Shoes reviewed', pos_overall: 3 }],
          total_results_count: 1_000_000,
        },
        page,
      ),
    adsOfPage: 4,
    noAds: found({ paid: [], organic: [{ pos: 1, url: 'https://www.review.example/', title: 'x', pos_overall: 1 }] }),
    noResults: found({ paid: [], organic: [], total_results_count: 0 }),
    failed: { results: [{ content: '', status_code: 613, page: 1 }] },
    failedStatus: 'blocked',
  },
  dataforseo: {
    ads: (page) =>
      searched(
        Array.from({ length: page }, (_, index) => [
          {
            type: 'paid',
            rank_group: 1,
            rank_absolute: 1,
            page: index + 1,
            position: 'left',
            title: 'Stride Running Shoes',
            domain: 'www.stride.example',
            website_name: 'Stride',
            breadcrumb: 'https://www.stride.example/run',
            is_image: true,
            is_video: false,
            images: [
              {
                type: 'images_element',
                alt: 'Image from stride.example',
                url: 'https://www.google.com/aclk?sa=l&ai=D1',
                image_url: 'https://api.dataforseo.example/cdn/i/1',
              },
            ],
            url: 'https://www.stride.example/run?ref=g',
            extra: { ad_aclk: 'D1' },
            description: 'Light, fast and tested. Free returns.',
            description_rows: null,
            links: [
              {
                type: 'ad_link_element',
                title: 'Trail',
                description: 'Grip for mud.',
                url: 'https://www.stride.example/trail',
                ad_aclk: 'D2',
              },
              {
                type: 'ad_link_element',
                title: 'Sale',
                description: null,
                url: 'https://www.google.com/aclk?sa=l&ai=D3',
              },
            ],
            price: null,
            rating: { rating_type: 'Max5', value: 4.8, votes_count: 2308, rating_max: 5 },
          },
          {
            type: 'shopping',
            rank_absolute: 2,
            page: index + 1,
            position: 'right',
            title: 'Sponsored',
            items: [
              {
                type: 'shopping_element',
                title: 'Runner 3000',
                price: { current: 89, regular: 99, currency: 'EUR', is_price_range: false, displayed_price: '€89.00' },
                source: 'Shoe Shop',
                url: 'https://www.google.com/aclk?sa=l&ai=D4&adurl=',
                rating: null,
              },
            ],
          },
          {
            type: 'organic',
            rank_absolute: 3,
            page: index + 1,
            title: 'Shoes reviewed',
            url: 'https://www.review.example/',
          },
          {
            type: 'local_pack',
            rank_absolute: 4,
            page: index + 1,
            title: 'Heel & Toe',
            phone: '(555) 010-2233',
            url: null,
            is_paid: true,
            rating: { rating_type: 'Max5', value: 5, votes_count: 12, rating_max: null },
          },
          { type: 'local_pack', rank_absolute: 5, page: index + 1, title: 'Sole Mates', is_paid: false },
          {
            type: 'paid',
            rank_absolute: 6,
            page: index + 1,
            title: 'Opaque Runner',
            breadcrumb: 'https://www.opaque.example › shoes',
            url: 'https://www.google.com/goto?url=CAESabc',
          },
        ]).flat(),
        page,
      ),
    adsOfPage: 4,
    noAds: searched([
      { type: 'organic', rank_absolute: 1, page: 1, title: 'Shoes reviewed', url: 'https://www.review.example/' },
    ]),
    noResults: tasked({ status_code: 40_102, status_message: 'No Search Results.', result_count: 0, result: null }),
    failed: tasked({ status_code: 40_101, status_message: 'Internal SE Server Error.', result_count: 0, result: null }),
    failedStatus: 'error',
  },
}
