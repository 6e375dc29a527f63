/** Hand-written JSON in the documented form of each provider, all with the same advertisers. */

export type ProviderName = 'serpapi' | 'oxylabs'

interface Samples {
  ads: unknown
  noAds: unknown
  noResults: unknown
  /** The provider could not load or parse Google's page. */
  failed: unknown
  failedStatus: string
}

const read = { search_metadata: { id: '1', status: 'Success', google_url: 'https://www.google.com/search?q=x' } }
const organic = [{ position: 1, title: 'Shoes reviewed', link: 'https://www.review.example/' }]

const found = (results: unknown) => ({
  results: [
    {
      content: { url: 'https://www.google.com/search?q=x', page: 1, results, parse_status_code: 12000 },
      page: 1,
      status_code: 200,
      job_id: '1',
    },
  ],
})

export const samples: Record<ProviderName, Samples> = {
  serpapi: {
    ads: {
      ...read,
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
    },
    noAds: { ...read, organic_results: organic },
    noResults: { ...read, error: "Google hasn't returned any results for this query." },
    failed: { search_metadata: { status: 'Error' }, error: 'We could not complete your search.' },
    failedStatus: 'error',
  },
  oxylabs: {
    ads: found({
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
      local_service_ads: { items: [{ pos: 1, url: '/localservices/profile?spp=x', title: 'Heel & Toe', rating: 5 }] },
      organic: [{ pos: 1, url: 'https://www.review.example/', title: 'Shoes reviewed', pos_overall: 3 }],
      total_results_count: 1_000_000,
    }),
    noAds: found({ paid: [], organic: [{ pos: 1, url: 'https://www.review.example/', title: 'x', pos_overall: 1 }] }),
    noResults: found({ paid: [], organic: [], total_results_count: 0 }),
    failed: { results: [{ content: '', status_code: 613, page: 1 }] },
    failedStatus: 'blocked',
  },
}
