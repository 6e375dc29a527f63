/** What each reader of a page leaves out of it: the rules that hide for it, and what it keeps all the same. */

import { isLazyImage } from '../image-urls.ts'
import { replacementOf } from '../noscript-images.ts'
import type { Page } from '../page.ts'
import { type HidingRule, hidingRules } from './hiding-rules.ts'

export interface VisibilityPolicy {
  /** Rules that hide an element from the reader. */
  rules: readonly HidingRule[]
  /** What the browser knows to be hidden is left out: of all elements, or of those of these names. */
  hidesMarked?: true | readonly string[]
  /** How the page's style sheets are read, where they are: a model is given less rather than what nobody sees. */
  readsSheets?: 'strictly' | 'cautiously'
  /** Hidden content is kept that a script or a click shows: streamed parts, collapsed panels, deferred content. */
  keepsShownLater?: boolean
  /** Where a page hides nearly all of its text until its scripts have run, all of it is kept. */
  keepsNearlyAll?: boolean
  /** Panels of tabs and folded notes are kept that the markdown's rules recognise. */
  keepsPanels?: boolean
  /** Texts for screen readers are kept from this length on: shorter ones are labels. */
  keptAssistiveChars?: number
  /** Comments, and attributes that show only while somebody points at the element, are left out. */
  readsForModel?: boolean
}

/** The rules of some groups, and single rules by their reasons. */
function rulesOf(...names: readonly string[]): readonly HidingRule[] {
  return hidingRules.filter(({ group, reason }) => names.includes(group) || names.includes(reason))
}

const inert = ['template', 'fallback'] as const
const forModel = ['hidden', 'illegible', 'distant', 'assistive', 'field', ...inert] as const
const splitting = ['span', 'b', 'i']
const plainlyHidden = rulesOf('hidden attribute', 'hidden until found', 'display', 'visibility')

function ofImagesThatStayHidden(rule: HidingRule): HidingRule {
  const { unless } = rule
  return {
    ...rule,
    names: ['img'],
    unless: (image, styleOf) =>
      unless?.(image, styleOf) === true || isLazyImage(image) || replacementOf(image) !== null,
  }
}

export const policies = {
  /** Everything that a page holds. */
  everything: { rules: rulesOf('template') },
  markdown: {
    rules: rulesOf('hidden', 'illegible', 'assistive', 'template'),
    hidesMarked: true,
    readsSheets: 'cautiously',
    keepsShownLater: true,
    keepsNearlyAll: true,
    keepsPanels: true,
    keptAssistiveChars: 80,
  },
  /** Without its styles, text that they hide would be visible. */
  cleanHtml: {
    rules: rulesOf('hidden', 'illegible', 'field', ...inert),
    hidesMarked: true,
    readsSheets: 'cautiously',
    keepsShownLater: true,
    keepsNearlyAll: true,
  },
  /** A chapter of a book: its readers run no scripts. */
  book: { rules: rulesOf('hidden', 'illegible', 'distant'), hidesMarked: true, readsSheets: 'strictly' },
  links: { rules: rulesOf('template') },
  /** A hidden `span` splits an address for those who read the source alone. Hidden blocks are dialogs and tabs: they are read. */
  emails: {
    rules: [...plainlyHidden.map((rule) => ({ ...rule, names: splitting })), ...rulesOf('template')],
    hidesMarked: splitting,
  },
  /**
   * An image that is hidden itself is mostly a counter's, but where a script shows it once it is loaded. Hidden blocks are slides and
   * menus: they are read.
   */
  images: {
    rules: [...plainlyHidden.map(ofImagesThatStayHidden), ...rulesOf('template')],
    hidesMarked: ['img'],
  },
  ads: { rules: plainlyHidden },
  /** Frames, wherever they are. */
  frames: { rules: rulesOf('display', 'visibility') },
  /** A page as its server sent it, for a language model. */
  model: {
    rules: rulesOf(...forModel),
    hidesMarked: true,
    readsSheets: 'strictly',
    keepsShownLater: true,
    readsForModel: true,
  },
  /** A page after its scripts have run, for a language model. */
  renderedModel: {
    rules: rulesOf(...forModel, 'noscript'),
    hidesMarked: true,
    readsSheets: 'strictly',
    keepsShownLater: true,
    readsForModel: true,
  },
  /** A page of which the browser knows what is hidden: a click shows what it does not count as hidden. */
  judgedModel: { rules: rulesOf(...inert, 'noscript'), hidesMarked: true, readsForModel: true },
  /** Main content for a language model is found among what surrounds it, as for everybody. */
  modelMainContent: {
    rules: rulesOf('hidden', 'illegible', 'assistive', 'template'),
    keepsShownLater: true,
    keptAssistiveChars: 80,
  },
} as const satisfies Record<string, VisibilityPolicy>

/** The policy for a language model that reads the page. */
export function modelPolicyOf({ rendered, hidden }: Pick<Page, 'rendered' | 'hidden'>): keyof typeof policies {
  if (hidden !== undefined) return 'judgedModel'
  return rendered ? 'renderedModel' : 'model'
}
