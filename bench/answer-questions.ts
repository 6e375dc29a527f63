/** Twenty questions about saved pages, each with the content of a correct answer. The pages are next to the repository. */

export interface Question {
  /** Number of the saved page. */
  page: string
  prompt: string
  /** Each must match the answer. */
  contains?: RegExp[]
  /** The exact answer, as JSON. */
  json?: unknown
  /** Set if the page doesn't have the information. The answer must say so, and must not match this. */
  absent?: RegExp
}

export const questions: Question[] = [
  { page: '4058', prompt: 'How many people took part in the trials altogether?', contains: [/128,?119/] },
  { page: '4058', prompt: "What is the author's telephone number?", absent: /\d{3}[-\s]\d{4}/ },
  { page: '4062', prompt: 'What is the vertical angle of the mouse?', contains: [/57/] },
  { page: '4062', prompt: 'By how much does its position reduce muscular strain?', contains: [/10\s*(?:%|percent)/] },
  {
    page: '4098',
    prompt: 'Answer as JSON like {"price": 1.5, "sku": "x", "phone": "x"}',
    json: { price: 48.99, sku: '400-150-020', phone: null },
  },
  { page: '4132', prompt: 'By how much have home prices and incomes grown since 2020?', contains: [/50/, /29/] },
  { page: '4132', prompt: 'What does the article predict for the price of gold in 2027?', absent: /\$\s?\d/ },
  { page: '4195', prompt: 'In which year was this sandal first introduced?', contains: [/1973/] },
  {
    page: '4224',
    prompt: 'How large is the screen, and how much storage does it have?',
    contains: [/7[\s-]*inch/i, /64\s*GB/i],
  },
  {
    page: '4241',
    prompt: 'How much a year does a smart thermostat save according to Energy Star?',
    contains: [/8\s*(?:%|percent)/, /\$?50/],
  },
  {
    page: '4376',
    prompt: 'What does the Rejoy Carry-On cost, and what is its comparable value?',
    contains: [/79\.99/, /139\.99/],
  },
  { page: '4437', prompt: 'What is the item number of the DuMonde Watch?', contains: [/59370/] },
  {
    page: '4440',
    prompt: 'Since when does the newsletter exist, and who edits it?',
    contains: [/2015/, /Nathan Benaich/],
  },
  { page: '4440', prompt: 'What does a paid subscription cost in Japan?', absent: /¥\s?\d|\d\s?(?:yen|JPY)/i },
  { page: '4495', prompt: 'What does the VX3418C-2K cost?', contains: [/299\.99/] },
  {
    page: '4495',
    prompt: 'Which of the monitors is the smallest and costs the least? Answer in German.',
    contains: [/15[.,]6/, /169[.,]99/],
  },
  { page: '4050', prompt: 'For how many hours does the bottle keep cold and hot drinks?', contains: [/24/, /12/] },
  {
    page: '4219',
    prompt: 'List all colours of the tablet as JSON like {"colours": ["x"]}',
    json: { colours: ['Gray', 'Mint', 'Silver', 'Lavender'] },
  },
  { page: '4017', prompt: 'Which thicknesses is the mat sold in?', contains: [/1[\s-]*inch/i, /½|1\/2|half|0\.5/i] },
  { page: '4200', prompt: 'What is the name of the suspension system?', contains: [/anti-gravity/i] },
]
