/** Fifteen tasks for an agent, each with the first call that a model makes and the right answer. */

export interface AgentTask {
  question: string
  /** Path on the site for `scrape`. Without a path, the tool is `google_ads`. */
  path?: string
  /** Arguments of the first call, without `url`. */
  first: Readonly<Record<string, unknown>>
  /** Finds a candidate for the answer in the text of a result. */
  finds: RegExp
  /** The right answer: the text that `finds` must capture, or `unavailable` if the site doesn't provide the page. */
  answer: string
  /** The most calls that the task may take. Default: 2. */
  maxCalls?: number
}

export const unavailable = 'unavailable'

export const agentTasks: readonly AgentTask[] = [
  {
    question: 'What is the maximum request size of a broker? (passages of a long manual)',
    path: '/docs',
    first: { highlights: 'maximum request size of a broker' },
    finds: /maximum request size of a broker is ([\d,]+) bytes/,
    answer: '4,718,592',
  },
  {
    question: 'What is the maximum request size of a broker? (reading the manual in pieces)',
    path: '/docs',
    first: {},
    finds: /maximum request size of a broker is ([\d,]+) bytes/,
    answer: '4,718,592',
  },
  {
    question: 'How many pieces of lamp 7 are in stock? (a page made by JavaScript)',
    path: '/stock',
    first: {},
    finds: /(\d+) pieces in the warehouse/,
    answer: '41',
  },
  {
    question: 'On which shelf is Lovage 3? (a table in a PDF)',
    path: '/inventory.pdf',
    first: {},
    finds: /Lovage 3 *\| *([A-Z]-\d+)/,
    answer: 'A-052',
  },
  {
    question: 'What does the last lamp cost? (data by selectors)',
    path: '/lamps',
    first: { extract_rules: { lamps: { selector: '.card', type: 'list', output: { name: 'h2', price: '.price' } } } },
    finds: /"name": ?"Lamp 24", ?"price": ?"€ ([\d.]+)"/,
    answer: '88.00',
  },
  {
    question: 'Which address takes orders? (e-mail addresses)',
    path: '/team',
    first: { output: 'email_addresses' },
    finds: /(orders@[\w.]+)/,
    answer: 'orders@lumen.example',
  },
  {
    question: 'What does the cheapest lamp cost? (a parameter by the wrong name)',
    path: '/lamps',
    first: { selector: '.card:first-child .price' },
    finds: /^€ ([\d.]+)\s*$/m,
    answer: '19.00',
  },
  {
    question: 'What does lamp 99 cost? (a page that is gone)',
    path: '/gone',
    first: {},
    finds: /€ ?([\d.]+)/,
    answer: unavailable,
  },
  {
    question: 'Which orders are open? (a sign-in page instead)',
    path: '/account/orders',
    first: {},
    finds: /order (?:no\.|number) ?(\d+)/i,
    answer: unavailable,
  },
  {
    question: 'What does the protected page say? (a challenge instead)',
    path: '/protected',
    first: {},
    finds: /<main>(.*)<\/main>/s,
    answer: unavailable,
  },
  {
    question: 'Which form do shippers send in for damaged goods? (reading a long PDF in pieces)',
    path: '/handbook.pdf',
    first: {},
    finds: /damaged goods, send in form ([A-Z]-\d+)/,
    answer: 'K-2291',
  },
  {
    question: 'Who shows the first ad for desks, and by which telephone number? (google_ads)',
    first: { query: 'desk' },
    finds: /uprise\.example.*?(\(\d{3}\) \d{3}-\d{4})/s,
    answer: '(555) 010-7788',
  },
  {
    question: 'What does lamp 98 cost? (a missing page with status 200)',
    path: '/lamps/98',
    first: {},
    finds: /€ ?([\d.]+)/,
    answer: unavailable,
  },
  {
    question: 'What does lamp 97 cost? (a 404 page that links to the new page)',
    path: '/lamps/97',
    first: {},
    finds: /€ ?([\d.]+)/,
    answer: '310.00',
  },
  {
    question: 'Who signed the charter? (reading on twice)',
    path: '/charter',
    first: {},
    finds: /charter was signed by ([A-Z]\w+ [A-Z]\w+)/,
    answer: 'Odile Marchetti',
    maxCalls: 3,
  },
]
