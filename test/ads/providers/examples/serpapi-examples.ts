/** @see https://serpapi.com/google-ads-organic-results, https://serpapi.com/inline-shopping-results, https://serpapi.com/local-ads */

import { aclk, type DocumentExample } from './document-example.ts'

const success = { search_metadata: { id: '1', status: 'Success' }, search_parameters: { engine: 'google_ads', q: 'x' } }
const organic = [{ position: 1, title: 'x', link: 'https://x.example/' }]

export const serpApiExamples: readonly DocumentExample[] = [
  {
    provider: 'serpapi',
    page: 'google-ads-organic-results',
    json: {
      ...success,
      ads: [
        {
          position: 1,
          block_position: 'top',
          title: 'The 10 Best Things to Do | 2025 - Best of Paris',
          link: 'https://www.trips.example/Attraction_Products-g187147.html',
          displayed_link: 'https://www.trips.example',
          tracking_link: aclk,
          description: 'Book now & Pay later.',
          thumbnail: 'https://serpapi.example/searches/1/images/2.png',
          source: 'Trips',
          details: ['Free cancellation', 'Free cancellation', 'Best price'],
          rating: 4.7,
          reviews: '1,234',
          sitelinks: {
            inline: [{ title: 'Tours', link: 'https://www.trips.example/tours' }],
            expanded: [{ title: 'Deals', link: 'https://www.trips.example/deals', snippets: ['Save', '20 %'] }],
          },
        },
        {
          position: 2,
          block_position: 'bottom',
          title: '2019 SUVs',
          link: 'https://www.cars.example/',
          vehicles_for_sale: [
            {
              title: '2019 Boxer LX',
              link: 'https://www.cars.example/1',
              tracking_link: aclk,
              price: '$15,990',
              mileage: '40k mi',
              dealer: 'Cars & Co',
              thumbnail: 'data:image/png;base64,AAAA',
            },
          ],
        },
      ],
      organic_results: organic,
    },
    ads: [
      {
        kind: 'text',
        block: 'top',
        url: 'https://www.trips.example/Attraction_Products-g187147.html',
        advertiser: 'Trips',
        tracking_url: aclk,
        rating: 4.7,
        reviews: 1234,
        extensions: ['Free cancellation', 'Best price'],
        image_url: 'https://serpapi.example/searches/1/images/2.png',
        sitelinks: [
          { title: 'Deals', url: 'https://www.trips.example/deals', description: 'Save 20 %' },
          { title: 'Tours', url: 'https://www.trips.example/tours', description: null },
        ],
      },
      { kind: 'text', block: 'bottom', title: '2019 SUVs' },
      {
        kind: 'vehicle',
        block: 'bottom',
        title: '2019 Boxer LX',
        price: '$15,990',
        advertiser: 'Cars & Co',
        extensions: ['40k mi'],
        image_url: null,
        tracking_url: aclk,
      },
    ],
  },
  {
    provider: 'serpapi',
    page: 'inline-shopping-results',
    json: {
      ...success,
      inline_shopping_results: [
        {
          position: 1,
          block_position: 'top',
          title: 'Phone 13 128GB',
          price: '$49.99',
          extracted_price: 49.99,
          old_price: '$59.99',
          extracted_old_price: 59.99,
          second_hand_condition: 'refurbished',
          link: 'http://www.google.com/shopping/product/1?lsf=seller:114906426',
          tracking_link: aclk,
          source: 'boost mobile',
          rating: 4.5,
          reviews: 7551,
          extensions: ['Free shipping', '30-day returns'],
          thumbnail: 'https://encrypted-tbn3.gstatic.com/shopping?q=tbn:ANd9G',
        },
      ],
      shopping_results: [
        {
          position: 1,
          block_position: 'right',
          title: 'Five Star Regular Fit Jean',
          price: '$24.99',
          link: 'https://www.jeans.example/shop/five-star.html',
          source: 'Jeans',
          rating: 4.6,
          reviews: 1000,
          reviews_original: '1k+',
          shipping: 'Free delivery',
        },
      ],
      organic_results: organic,
    },
    ads: [
      {
        kind: 'shopping',
        block: 'right',
        url: 'https://www.jeans.example/shop/five-star.html',
        extensions: ['Free delivery'],
      },
      {
        kind: 'shopping',
        block: 'top',
        title: 'Phone 13 128GB',
        url: null,
        price: '$49.99',
        old_price: '$59.99',
        rating: 4.5,
        reviews: 7551,
        extensions: ['Free shipping', '30-day returns', 'refurbished'],
        image_url: 'https://encrypted-tbn3.gstatic.com/shopping?q=tbn:ANd9G',
      },
    ],
  },
  {
    provider: 'serpapi',
    page: 'local-ads, local-pack',
    json: {
      ...success,
      local_ads: {
        title: 'Plumbers | Austin',
        link: 'https://www.google.com/localservices/prolist?src=1',
        badge: 'Google Guaranteed',
        ads: [
          {
            title: "Bob's Plumbing",
            rating: 4.9,
            rating_count: 171,
            badge: 'GOOGLE GUARANTEED',
            service_area: 'Serves Austin',
            hours: 'Open 24/7',
            years_in_business: '10+ years in business',
            phone: '(555) 010-2233',
            link: 'https://www.google.com/localservices/profile?spp=x',
          },
        ],
      },
      local_results: {
        places: [
          { position: 1, title: 'AC and Plumbing', sponsored: true, address: '1 Main St', phone: '(555) 010-1111' },
          { position: 2, title: 'Regular Plumbing', address: '2 Main St' },
        ],
      },
      organic_results: organic,
    },
    ads: [
      {
        kind: 'local',
        block: 'local',
        title: "Bob's Plumbing",
        rating: 4.9,
        reviews: 171,
        extensions: ['GOOGLE GUARANTEED', 'Serves Austin', 'Open 24/7', '10+ years in business'],
        url: null,
      },
      { kind: 'local', title: 'AC and Plumbing', address: '1 Main St', phone: '(555) 010-1111', position: 2 },
    ],
  },
]
