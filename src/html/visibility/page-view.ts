/** A document as one of its readers sees it: which elements are left out, and which attributes. */

import type { AnyNode, Element, Text } from 'domhandler'
import type { Document } from '../document.ts'
import { isElement, isText, textOf, walk } from '../traverse.ts'
import { type HidingGroup, type HidingRule, hidingRules } from './hiding-rules.ts'
import { policies, type VisibilityPolicy } from './policies.ts'
import { HidingRuleSet } from './rule-set.ts'
import { type SheetsRead, Visibility } from './visibility.ts'

/**
 * Returns the document as one reader sees it, such as `markdown` or `links`. For a second reader call `PageView.by`, which reuses the
 * verdict. Verdicts aren't cached by document: a WeakMap cost a fifth of the time of a page's links.
 * @example
 * const [hidden] = document.elements.named('p')
 * viewDocument(document, 'markdown').leavesOut(hidden) // true: its style is font-size:0
 */
export function viewDocument(document: Document, reader: keyof typeof policies): PageView {
  return createViews(document)(reader)
}

/** The document by the policies of several readers: those that read its style sheets alike share one verdict. */
export function createViews(document: Document): (reader: keyof typeof policies) => PageView {
  const verdicts = new Map<SheetsRead, Visibility>()
  return (reader) => {
    const policy: VisibilityPolicy = policies[reader]
    const sheets = policy.readsSheets ?? null
    const verdict = verdicts.get(sheets) ?? new Visibility(document, sheets)
    verdicts.set(sheets, verdict)
    return new PageView(verdict, policy)
  }
}

/** Groups whose rules no longer hold once a script or a click has shown the element. */
const lifted: ReadonlySet<HidingGroup> = new Set(['hidden', 'findable', 'illegible', 'distant', 'template'])
/** Groups whose elements hold text that a visitor could take for a part of the page. */
const concealing: ReadonlySet<HidingGroup> = new Set(['hidden', 'findable', 'illegible', 'distant'])
const noscriptRules = hidingRules.filter(({ group }) => group === 'noscript')
const judgedRule: HidingRule = { reason: 'not visible', group: 'hidden' }
const liftedAttributes = new Set(['hidden', 'popover', 'style'])
/** They show only while somebody points at the element, or to programs that read aloud. */
const unrenderedAttributes = new Set(['title', 'aria-label', 'aria-description'])

/** Whether a rule conceals text, as one who hides instructions would: not a label for screen readers, a template or a fallback. */
export function isConcealing({ group }: HidingRule): boolean {
  return concealing.has(group)
}

/** The rules of one reader, made once. */
interface ReaderRules {
  lifted: HidingRuleSet
  lasting: HidingRuleSet
}

const rulesOfPolicies = {
  source: new Map<VisibilityPolicy, ReaderRules>(),
  judged: new Map<VisibilityPolicy, ReaderRules>(),
}

function ruleSetsOf(policy: VisibilityPolicy, isJudged: boolean): ReaderRules {
  const made = rulesOfPolicies[isJudged ? 'judged' : 'source']
  const known = made.get(policy)
  if (known) return known
  const lasting = policy.rules.filter(({ group }) => !lifted.has(group))
  const rules = {
    lifted: new HidingRuleSet(
      policy.rules.filter(({ group }) => lifted.has(group) && !(isJudged && concealing.has(group))),
    ),
    lasting: new HidingRuleSet(isJudged && policy.hidesMarked === true ? [...lasting, ...noscriptRules] : lasting),
  }
  made.set(policy, rules)
  return rules
}

/** A document as one reader sees it. */
export class PageView {
  readonly #visibility: Visibility
  readonly #policy: VisibilityPolicy
  readonly #rules: ReaderRules
  /** Only candidates are judged then: they were found for what is shown later. Other readers have few rules, by name. */
  readonly #asksCandidates: boolean

  constructor(visibility: Visibility, policy: VisibilityPolicy) {
    this.#visibility = visibility
    this.#policy = policy
    this.#asksCandidates = policy.keepsShownLater === true
    this.#rules = ruleSetsOf(policy, visibility.judged !== null)
  }

  /** The same document by the policy of another reader. */
  by(reader: keyof typeof policies): PageView {
    return new PageView(this.#visibility, policies[reader])
  }

  /**
   * The document as main content is found in it, by the service as in learning: among what surrounds it, which style sheets often
   * hide (menus, share buttons, notices), so that for all readers but a language model the page's sheets are not read.
   */
  get forMainContent(): PageView {
    if (this.#policy.readsSheets === 'strictly') return this.by('modelMainContent')
    const visibility = this.#visibility.byAttributes
    return visibility === this.#visibility ? this : new PageView(visibility, this.#policy)
  }

  /** Whether all hidden text is kept, because the page hides nearly all of its text. */
  get keepsHidden(): boolean {
    return this.#policy.keepsNearlyAll === true && this.#visibility.hidesNearlyAll
  }

  /** Whether the page hides nearly all of its text until its scripts have run, and some of that is kept. */
  get keepsTextOfScripts(): boolean {
    if (this.#policy.hidesMarked !== undefined && this.#visibility.judged?.keepsText === true) return true
    if (this.#policy.keepsShownLater !== true || !this.#visibility.hidesNearlyAll) return false
    return this.keepsHidden || [...this.#visibility.shownLater.values()].includes('script')
  }

  /** Whether the page's sheets are too large to be judged whole, so that text which they hide may be left. */
  get isCut(): boolean {
    return this.#policy.hidesMarked === true && this.#visibility.judged === null && this.#visibility.styles.isCut
  }

  /** Whether panels are kept that are known to belong to tabs, or to be folded notes. */
  get keepsPanels(): boolean {
    return this.#policy.keepsPanels === true
  }

  /** The rule by which an element is left out, with all that is below it; null when it stays. */
  hidingRule(element: Element): HidingRule | null {
    const { known, styleOf } = this.#visibility
    const isCandidate = !this.#asksCandidates || this.#visibility.candidates.has(element)
    const isMarked = this.#hidesJudged(element)
    if (!isCandidate && !isMarked) return null
    const rule = isMarked ? judgedRule : this.#rules.lifted.find(element, known, styleOf)
    if (rule !== null && !this.#isShown(element, rule)) return rule
    const lasting = isCandidate ? this.#rules.lasting.find(element, known) : null
    return lasting !== null && !this.#keeps(element, lasting) ? lasting : null
  }

  #hidesJudged(element: Element): boolean {
    if (this.#visibility.judged?.elements.has(element) !== true) return false
    const { hidesMarked } = this.#policy
    return hidesMarked === true || hidesMarked?.includes(element.name) === true
  }

  /** Whether a text is left out although the element around it is not. */
  hidesText(text: Text): boolean {
    if (this.#policy.hidesMarked !== true || this.keepsHidden) return false
    const { judged } = this.#visibility
    return (judged ?? this.#visibility.styles).texts.has(text)
  }

  #isShown(element: Element, { group }: HidingRule): boolean {
    if (this.#policy.keepsShownLater !== true) return false
    return (group !== 'template' && this.keepsHidden) || this.#visibility.shownLater.has(element)
  }

  #keeps(element: Element, { group }: HidingRule): boolean {
    if (this.keepsHidden) return true
    const { keptAssistiveChars } = this.#policy
    return group === 'assistive' && keptAssistiveChars !== undefined && textOf(element).length >= keptAssistiveChars
  }

  /** Whether an element's text is concealed, as instructions would be: it is no label for screen readers, template or fallback. */
  conceals(element: Element): boolean {
    const rule = this.hidingRule(element)
    return rule !== null && isConcealing(rule)
  }

  /** Whether a node is left out, with all that is below it. */
  leavesOut(node: AnyNode): boolean {
    if (isElement(node)) return this.hidingRule(node) !== null
    if (isText(node)) return this.hidesText(node)
    return this.#policy.readsForModel === true && node.type === 'comment'
  }

  /** The value of an attribute; undefined where it is missing or left out. */
  attribute(element: Element, name: string): string | undefined {
    return this.hidesAttribute(element, name) ? undefined : element.attribs[name]
  }

  /** Whether an attribute is left out. */
  hidesAttribute(element: Element, name: string): boolean {
    if (this.#policy.readsForModel !== true) return false
    if (unrenderedAttributes.has(name)) return element.name !== 'abbr' && element.name !== 'link'
    if (!liftedAttributes.has(name)) return false
    return this.#policy.keepsShownLater !== true || this.#visibility.shownLater.has(element)
  }

  /** Judges the document now: the verdict is that of its tree as it stands, and is kept when parts are taken out. */
  judge(): void {
    void this.#visibility.shownLater
  }

  /** Characters of text that are left out of the document, of whatever group the rules are. */
  hiddenLength({ root }: Document): number {
    let length = 0
    walk(root, (node) => {
      if (isText(node) && this.hidesText(node)) length += node.data.trim().length
      if (!isElement(node) || this.hidingRule(node) === null) return true
      length += textLength(node)
      return false
    })
    return length
  }
}

function textLength(root: Element): number {
  let length = 0
  walk(root, (node) => {
    if (isText(node)) length += node.data.trim().length
    return !isElement(node) || (node.name !== 'script' && node.name !== 'style')
  })
  return length
}
