/** @see https://docs.dataforseo.com/v3/serp/google/organic/task_get/advanced/, https://dataforseo.com/serp-feature/paid */

import { searched } from '../provider-samples.ts'
import type { DocumentExample } from './document-example.ts'

export const dataForSeoExamples: readonly DocumentExample[] = [
  {
    provider: 'dataforseo',
    page: 'serp-feature/paid, shopping, commercial-units',
    json: searched([
      {
        type: 'commercial_units',
        rank_absolute: 1,
        position: 'left',
        title: 'Tickets & tours',
        items: [
          {
            type: 'commercial_units_element',
            title: 'Tower Skip-the-line',
            url: 'https://www.tours.example/1',
            domain: 'www.tours.example',
            price: { current: 45, regular: null, max_value: null, currency: 'USD', is_price_range: false },
            source: 'Tours',
            rating: { rating_type: 'CustomMax', value: 9, votes_count: 300, rating_max: 10 },
          },
        ],
      },
      {
        type: 'shopping',
        rank_absolute: 2,
        position: 'left',
        title: 'Sponsored',
        items: [
          {
            type: 'shopping_element',
            title: 'Phone 16 Pro Max 256GB in Black',
            price: { current: 0, regular: null, currency: 'USD', is_price_range: false, displayed_price: '$0.00 now' },
            source: 'Phones',
            description: null,
            marketplace: null,
            url: 'https://www.phones.example/16',
            rating: { rating_type: 'Max5', value: 4.6, votes_count: 700, rating_max: 5 },
          },
        ],
      },
      { type: 'organic', rank_absolute: 3, title: 'x', url: 'https://x.example/' },
      {
        type: 'paid',
        rank_group: 1,
        rank_absolute: 4,
        position: 'left',
        title: 'Revêtement Antiadhésif | Livraison offerte dès 49€',
        domain: 'cuisine.example',
        website_name: 'cuisine',
        breadcrumb: 'https://www.cuisine.example › ustensiles › anti-adhésifs',
        is_image: false,
        images: null,
        url: 'https://www.cuisine.example/3-cuisson',
        extra: { ad_aclk: 'DChcSEwiHn8e3iK-LAxVj08IEHQ3fPIYYABA9GgJwdg' },
        description: 'Retrouvez le plaisir d’une cuisine savoureuse.',
        links: null,
        price: null,
        rating: { rating_type: 'Max5', value: 4.8, votes_count: 2308, rating_max: 5 },
      },
      {
        type: 'local_services',
        rank_absolute: 5,
        title: 'Electricians',
        items: [
          {
            type: 'local_services_element',
            title: 'Electric Co',
            url: 'https://www.google.com/localservices/profile?spp=1',
            description: 'Open 24/7',
            profile_image_url: 'https://lh3.googleusercontent.com/p/1',
            rating: { rating_type: 'Max5', value: 4.9, votes_count: 10, rating_max: 5 },
          },
        ],
      },
      {
        type: 'hotels_pack',
        rank_absolute: 6,
        title: 'Places to Stay | London',
        items: [
          {
            type: 'hotels_pack_element',
            title: 'Inn Kensington',
            price: '£28',
            is_paid: true,
            description: 'Free Wi-Fi',
          },
          { type: 'hotels_pack_element', title: 'Inn Chelsea', price: '£30', is_paid: false },
        ],
      },
      {
        type: 'knowledge_graph',
        rank_absolute: 7,
        position: 'right',
        items: [
          {
            type: 'knowledge_graph_hotels_booking_item',
            items: [
              {
                type: 'knowledge_graph_hotels_booking_element',
                source: 'Booker',
                url: 'https://b.example/',
                is_paid: true,
              },
            ],
          },
        ],
      },
    ]),
    ads: [
      { kind: 'travel', block: 'top', price: '45 USD', advertiser: 'Tours', rating: 4.5, reviews: 300 },
      { kind: 'shopping', block: 'top', price: '$0.00 now', old_price: null, rating: 4.6, reviews: 700 },
      { kind: 'text', block: 'bottom', advertiser: 'cuisine', rating: 4.8, tracking_url: null },
      { kind: 'local', block: 'local', url: null, image_url: 'https://lh3.googleusercontent.com/p/1' },
      { kind: 'hotel', block: 'bottom', title: 'Inn Kensington', price: '£28' },
      { kind: 'hotel', block: 'right', title: 'Booker', url: 'https://b.example/' },
    ],
  },
]
