/** Lists what each reader leaves out of a page: the rules that hide content from it, and exceptions. */

import type { Page } from '../../page/page.ts'
import { isLazyImage, replacementOf } from '../image-urls.ts'
import { type HidingRule, hidingRules } from './hiding-rules.ts'

export interface VisibilityPolicy {
  rules: readonly HidingRule[]
  /** Leaves out nodes that the browser knows to be hidden: all of them, or only elements with these names. */
  hidesMarked?: true | readonly string[]
  /** How the page's style sheets are read, if at all. A model should get too little text rather than text that visitors can't see. */
  readsSheets?: 'strictly' | 'cautiously'
  /** Keeps hidden content that a script or a click reveals: collapsed panels, deferred content. */
  keepsShownLater?: boolean
  /** Keeps everything if a page hides nearly all of its text until its scripts have run. */
  keepsNearlyAll?: boolean
  /** Keeps tab panels and folded notes that the markdown rules recognize. */
  keepsPanels?: boolean
  /** Keeps text for screen readers that is at least this long. Shorter text is a label. */
  keptAssistiveChars?: number
  /** Leaves out comments, and attributes that are shown only on hover. */
  readsForModel?: boolean
}

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

const model = {
  rules: rulesOf(...forModel),
  hidesMarked: true,
  readsSheets: 'strictly',
  keepsShownLater: true,
  readsForModel: true,
} as const satisfies VisibilityPolicy

export const policies = {
  /** Everything on the page. */
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
  /** Clean HTML has no styles, so text hidden by styles would be visible. */
  cleanHtml: {
    rules: rulesOf('hidden', 'illegible', 'field', ...inert),
    hidesMarked: true,
    readsSheets: 'cautiously',
    keepsShownLater: true,
    keepsNearlyAll: true,
  },
  /** A chapter of a book. E-readers don't run scripts. */
  book: { rules: rulesOf('hidden', 'illegible', 'distant'), hidesMarked: true, readsSheets: 'strictly' },
  links: { rules: rulesOf('template') },
  /** A hidden `span` may split an email address to confuse programs that read only the source. Hidden blocks are dialogs and tabs. */
  emails: {
    rules: [...plainlyHidden.map((rule) => ({ ...rule, names: splitting })), ...rulesOf('template')],
    hidesMarked: splitting,
  },
  /**
   * Hidden images are usually tracking pixels, unless a script shows them after loading. Hidden blocks are kept: they are slides and menus.
   */
  images: {
    rules: [...plainlyHidden.map(ofImagesThatStayHidden), ...rulesOf('template')],
    hidesMarked: ['img'],
  },
  ads: { rules: plainlyHidden },
  /** Frames anywhere on the page. */
  frames: { rules: rulesOf('display', 'visibility') },
  /** A page as its server sent it, for a language model. */
  model,
  /** A page after its scripts have run, for a language model. */
  renderedModel: { ...model, rules: rulesOf(...forModel, 'noscript') },
  /** A page whose hidden content the browser has determined. Content revealed by a click doesn't count as hidden. */
  judgedModel: { rules: rulesOf(...inert, 'noscript'), hidesMarked: true, readsForModel: true },
  /** The search for a language model's main content includes the page's surroundings, as it does for other readers. */
  modelMainContent: {
    rules: rulesOf('hidden', 'illegible', 'assistive', 'template'),
    keepsShownLater: true,
    keptAssistiveChars: 80,
  },
} as const satisfies Record<string, VisibilityPolicy>

export function modelPolicyOf({ rendered, hidden }: Pick<Page, 'rendered' | 'hidden'>): keyof typeof policies {
  if (hidden !== undefined) return 'judgedModel'
  return rendered ? 'renderedModel' : 'model'
}
