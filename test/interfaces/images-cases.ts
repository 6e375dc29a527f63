/** Parity cases for the output `images`. */

import { at, type ParityCase, refused, scrape } from './parity-case.ts'

const image = (path: string, alt: string, width: number | null = null, height: number | null = null) => ({
  ...{ url: `{origin}${path}`, alt },
  ...{ width, height },
})
const cover = image('/cover.jpg', '', 1200, 630)
const oak = image('/oak.jpg', 'An oak', 640, 480)
const leaf = image('/leaf.jpg', 'A leaf')

export const imagesCases: ParityCase[] = [
  at(
    '/gallery',
    'images',
    { result: { output: 'images', content: [cover, oak, leaf], next_offset: null, outline: null, credits_charged: 1 } },
    { output: 'images' },
  ),
  at('/gallery', 'images of a selector', { result: { content: [oak] } }, { output: 'images', css_selector: 'main p' }),
  at(
    '/gallery',
    'images without what is excluded',
    { result: { content: [cover, leaf] } },
    { output: 'images', exclude_selector: '[src="/oak.jpg"]' },
  ),
  at(
    '/gallery',
    'images of a selector in what is left',
    { result: { content: [leaf] } },
    { output: 'images', exclude_selector: 'p, main > img', css_selector: 'main' },
  ),
  at(
    '/gallery',
    'a first piece of images',
    { result: { content: [cover], offset: 0 } },
    { output: 'images', max_chars: 1 },
  ),
  at(
    '/gallery',
    'the pieces of images behind the first',
    { result: { content: [oak], next_offset: null } },
    { output: 'images', css_selector: 'head, p', offset: 10 },
  ),
  at(
    '/gallery',
    'images with parameters of markdown',
    { result: { content: [cover, oak, leaf] } },
    { output: 'images', include_images: false, include_links: false, main_content: true },
  ),
  at(
    '/gallery',
    'images beside markdown',
    { result: { output: 'markdown', extra: { images: [oak, leaf] } } },
    { extra_outputs: ['images'], css_selector: 'main' },
  ),
  at(
    '/gallery',
    'other outputs beside images',
    {
      result: {
        content: [leaf],
        extra: { emails: [], links: [{ url: '{origin}/large', text: 'A leaf', internal: true }] },
      },
    },
    { output: 'images', extra_outputs: ['emails', 'links'], css_selector: 'a[href="/large"]' },
  ),
  scrape('images of a page without any', { output: 'images' }, { result: { content: [], total_chars: 2 } }),
  at('/empty', 'images of an empty body', { result: { content: [] } }, { output: 'images' }),
  at(
    '/missing',
    'images of a 404',
    { result: { content: [], status_code: 404, credits_charged: 0 } },
    { output: 'images' },
  ),
  at('/text', 'images of a text', { error: 'unsupported_content_type', status: 502 }, { output: 'images' }),
  at('/pdf', 'images of a PDF', { error: 'unsupported_content_type', status: 502 }, { output: 'images' }),
  at('/image', 'images of an image', { error: 'unsupported_content_type', status: 502 }, { output: 'images' }),
  at(
    '/text',
    'images that a text does not have, beside it',
    { result: { extra: { images: null } } },
    { extra_outputs: ['images'] },
  ),
  at(
    '/gallery',
    'images of a selector without a match',
    { error: 'selector_not_matched', status: 422 },
    { output: 'images', css_selector: 'h6' },
  ),
  refused('images under another name', { output: 'pictures' }, 'enum'),
  refused('images twice', { output: 'images', extra_outputs: ['images'] }, 'value_error'),
  refused('images with highlights', { output: 'images', highlights: 'oak' }, 'value_error'),
  refused('images with fields', { output: 'images', extract_rules: { title: 'h1' } }, 'value_error'),
]
