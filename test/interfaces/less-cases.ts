/** Parity cases for `exclude_selector`, `include_links`, `include_images` and `include_comments`, which leave out parts of a page. */

import { at, type ParityCase, refused, scrape } from './parity-case.ts'

export const lessCases: ParityCase[] = [
  scrape(
    'exclude_selector',
    { exclude_selector: 'table, ul, pre, p:not([onclick])' },
    {
      result: {
        content:
          '# Parity\n\nEvery interface says **the same**, whatever it is asked for and however it is asked, word for word.',
      },
    },
  ),
  scrape('exclude_selector of all', { exclude_selector: 'body' }, { result: { title: 'An article', content: '' } }),
  scrape(
    'exclude_selector with css_selector',
    { exclude_selector: 'h1, table', css_selector: 'main > :nth-child(2)' },
    { result: { content: '- [x] done\n- [ ] open' } },
  ),
  scrape(
    'exclude_selector that leaves no match of css_selector',
    { exclude_selector: 'main', css_selector: 'h1' },
    { error: 'selector_not_matched', status: 422 },
  ),
  scrape(
    'exclude_selector with links',
    { exclude_selector: 'main', output: 'links' },
    { result: { content: [{ url: '{origin}/nav', text: 'Navigation', internal: true }] } },
  ),
  scrape(
    'exclude_selector with a first piece',
    { exclude_selector: 'table, ul, pre', max_chars: 20, main_content: false },
    { result: { offset: 0 } },
  ),
  refused('an invalid exclude_selector', { exclude_selector: 'main >' }, 'value_error'),
  refused('exclude_selector that is empty', { exclude_selector: '' }, 'string_too_short'),
  refused('exclude_selector that is too long', { exclude_selector: 'a'.repeat(1001) }, 'string_too_long'),

  scrape(
    'markdown without links',
    { include_links: false, css_selector: 'del, a[href^=http]' },
    { result: { content: '~~old~~\nanother site' } },
  ),
  scrape(
    'include_links with another output',
    { include_links: false, include_images: false, output: 'external_links' },
    { result: { content: [{ url: 'https://other.example/', text: 'another site', internal: false }] } },
  ),
  refused('include_links that is not a boolean', { include_links: 'never' }, 'bool_parsing'),
  at(
    '/gallery',
    'markdown without pictures',
    { result: { content: 'An oak in [summer](https://other.example/summer)' } },
    { include_images: false },
  ),
  at(
    '/gallery',
    'markdown without links and pictures',
    { result: { content: 'An oak in summer' } },
    { include_images: false, include_links: false },
  ),
  at('/commented', 'a document with a comment', {
    result: { content: 'An oak[^1] is tall.\n\n[^1]: Comment (Ada): Which one?', warnings: [] },
  }),
  at(
    '/commented',
    'a document without its comments',
    {
      result: {
        content: 'An oak is tall.',
        warnings: [{ code: 'comments_removed', message: '1 comment of the document is not in the content' }],
      },
    },
    { include_comments: false },
  ),
  scrape(
    'a page without comments of documents',
    { include_comments: false, css_selector: 'h1' },
    { result: { content: '# Parity', warnings: [] } },
  ),
  refused('include_comments that is not a boolean', { include_comments: 'never' }, 'bool_parsing'),
  refused('include_images that is not a boolean', { include_images: 'never' }, 'bool_parsing'),
]
