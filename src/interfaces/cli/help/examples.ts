/** Examples for the commands, for use in `--help`. The tests run each of them. */

import type { Example } from './manual.ts'

export const examples: Readonly<Record<string, readonly Example[]>> = {
  scrape: [
    { call: 'scrape https://example.com/', does: 'The page as markdown.' },
    { call: 'scrape https://example.com/ --render-js', does: 'The same page after its scripts have run.' },
    { call: 'scrape https://example.com/ --output links --json', does: 'All links, with the whole result as JSON.' },
    {
      call: 'scrape https://example.com/ --css-selector p --max-chars 2000',
      does: 'Its paragraphs, up to 2,000 characters.',
    },
    { call: 'scrape --input urls.txt --output-dir pages', does: 'Each listed page in its own file.' },
    {
      call: 'scrape --input urls.txt --output-dir pages --server http://127.0.0.1:8787',
      does: 'The same, through a running service.',
    },
    { call: 'scrape --file report.pdf', does: 'Your own document as markdown.' },
  ],
  'google-ads': [
    { call: 'google-ads desk', does: 'The ads for a query, as markdown.' },
    {
      call: 'google-ads desk --domain de --locale de-DE --output json',
      does: 'The same query on google.de in German; prints only the list of ads.',
    },
  ],
  explain: [{ call: 'explain https://example.com/', does: 'What scrape keeps from the page, what it drops, and why.' }],
  serve: [
    { call: 'serve --port 8080', does: 'The service on http://127.0.0.1:8080.' },
    { call: 'serve --no-auth', does: 'Without keys, for development on this machine.' },
  ],
  worker: [{ call: 'worker --concurrency 8', does: 'Renders eight pages at once.' }],
  keys: [
    { call: 'keys create --name laptop', does: 'A key with unlimited credits.' },
    {
      call: 'keys create --name trial --credits 100 --expires 30d --rate-limit 60',
      does: 'A key with 100 credits that expires in 30 days and allows 60 requests per minute.',
    },
    { call: 'keys list', does: 'Every key with its state and balance.' },
  ],
  usage: [{ call: 'usage --from 2026-01-01 --json', does: 'The usage of every key since that day.' }],
  store: [{ call: 'store backup /backups/monday', does: 'A copy of keys and credits, while the service is running.' }],
  doctor: [
    { call: 'doctor', does: 'Checks your setup, and says how to fix problems.' },
    { call: 'doctor --json', does: 'The same, as JSON for a program.' },
  ],
}
