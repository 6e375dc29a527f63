/** @see https://developers.oxylabs.io/products/web-scraper-api/targets/search-engines/google/ads */

import { aclk, type DocumentExample } from './document-example.ts'

const parsed = (results: object) => ({
  results: [{ content: { page: 1, results, parse_status_code: 12_000 }, page: 1, status_code: 200 }],
  job: { id: '7', status: 'done' },
})

export const oxylabsExamples: readonly DocumentExample[] = [
  {
    provider: 'oxylabs',
    page: 'google/ads',
    json: parsed({
      paid: [
        {
          pos: 1,
          url: 'https://www.shoes.example/us',
          desc: 'Shop the official store.',
          title: 'Shoes® Official Website',
          data_rw: aclk,
          data_pcu: ['https://www.shoes.example/'],
          sitelinks: { inline: [{ url: 'https://www.shoes.example/men', title: 'Men' }] },
          url_shown: 'https://www.shoes.example',
          pos_overall: 1,
        },
      ],
      pla: {
        items: [
          {
            pos: 1,
            url: 'https://www.shop.example/1',
            price: '$80.00',
            title: 'Runner',
            seller: 'Shop',
            url_image: 'https://www.shop.example/1.jpg',
            image_data: 'data:image/webp;base64,UklGR',
          },
        ],
        pos_overall: 2,
      },
      local_service_ads: {
        items: [
          {
            pos: 1,
            url: 'https://www.google.com/localservices/profile?spp=1',
            title: 'Electric Co',
            rating: 4.8,
            reviews_count: 92,
            google_guaranteed: true,
          },
        ],
        pos_overall: 3,
      },
      local_pack: {
        items: [
          { pos: 1, title: 'Paid Electric', address: '3 Main St', rating: 5, rating_count: 12, sponsored: true },
          { pos: 2, title: 'Plain Electric', links: [{ href: 'https://plain.example/', title: 'Website' }] },
        ],
      },
      hotels: { date_from: '2026-11-01', results: [{ price: '€90', title: 'Inn', description: 'Free breakfast' }] },
      flights: { results: [{ url: '/aclk?sa=L&ai=F1', price: '€99', airline: 'Air', type: 'ad' }] },
      organic: [{ pos: 1, url: 'https://x.example/', title: 'x', pos_overall: 4 }],
      total_results_count: 7,
    }),
    ads: [
      { kind: 'text', block: 'top', url: 'https://www.shoes.example/us', tracking_url: aclk },
      { kind: 'shopping', price: '$80.00', advertiser: 'Shop', image_url: 'https://www.shop.example/1.jpg' },
      { kind: 'local', rating: 4.8, reviews: 92, extensions: ['Google Guaranteed'], url: null },
      { kind: 'local', title: 'Paid Electric', address: '3 Main St', rating: 5, reviews: 12 },
      {
        kind: 'travel',
        title: 'Air',
        advertiser: 'Air',
        price: '€99',
        tracking_url: 'https://www.google.com/aclk?sa=L&ai=F1',
      },
    ],
  },
]
