import { LINE_TYPES, type KnownLineType } from '@andscene/contracts/line-types'
import { oneLine } from '../normalise-text.ts'
import { attribute, type XmlNode } from './xml-tree.ts'

/** What a paragraph's Type says: the line type, or that it is planning text (Outline, Summary, Note) and no line. */
export type ParagraphKind = { type: string; planning: boolean; startsNewPage: boolean }

/** Final Draft's own elements that are no line types of ours (product §3): they keep their names. */
const OWN_NAMES = ['General', 'Shot', 'Cast List', 'Lyrics', 'End of Act']
const DEFAULT_TYPE = 'General'
const TYPE_LIMIT = 80
/** Steps of PaginateAs that are followed; one or two is what writers make. */
const LONGEST_CHAIN = 16

const NUMBER = String.raw`(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|[ivx]+)`
const PLANNING = /^(?:outline\b.*|summary|note)$/
const ACT_MARK = new RegExp(
  String.raw`^(?:(?:new|start of|begin|beginning of) act|act(?: (?:break|header|heading|title|start|opening|${NUMBER}))?|.+/ ?act ${NUMBER})$`,
)
/** "End of Act" paginates as Character in Final Draft's templates, which it is not. */
const ENDING = /^end\b/

const fold = (type: string) => oneLine(type.replaceAll(/[_-]/g, ' ')).toLowerCase()
const spaceless = (name: string) => name.replaceAll(' ', '').toLowerCase()

const KNOWN_BY_FOLD = new Map<string, KnownLineType>([
  ...LINE_TYPES.map((type) => [spaceless(type), type] as const),
  ['dialog', 'Dialogue'],
])
const OWN_BY_FOLD = new Map(OWN_NAMES.map((type) => [spaceless(type), type]))

type ElementStyle = { paginateAs?: string; startsNewPage: boolean }

const styleOf = (children: readonly XmlNode[]): ElementStyle => {
  const style: ElementStyle = { startsNewPage: false }
  for (const child of children) {
    if (child['Behavior']) {
      const paginateAs = attribute(child, 'PaginateAs')
      if (paginateAs !== undefined) style.paginateAs = fold(paginateAs.slice(0, TYPE_LIMIT))
    }
    if (child['ParagraphSpec']) style.startsNewPage = isYes(attribute(child, 'StartsNewPage')) ?? false
  }
  return style
}

/** A Yes/No attribute; undefined when it is neither. */
export const isYes = (value: string | undefined): boolean | undefined =>
  value === undefined
    ? undefined
    : /^\s*(yes|true|1)\s*$/i.test(value)
      ? true
      : /^\s*(no|false|0)\s*$/i.test(value)
        ? false
        : undefined

const knownType = (folded: string): KnownLineType | undefined =>
  KNOWN_BY_FOLD.get(spaceless(folded)) ?? (ACT_MARK.test(folded) ? 'New Act' : undefined)

/**
 * Reads ElementSettings and returns what a paragraph's Type means: letter case and spaces do not count, act marks in
 * all their spellings are New Act, a type the file declares is what it paginates as, and any other type keeps its
 * own name.
 */
export const paragraphKinds = (root: readonly XmlNode[]): ((type: string | undefined) => ParagraphKind) => {
  const styles = new Map<string, ElementStyle>()
  for (const child of root) {
    const settings = child['ElementSettings']
    const type = settings && attribute(child, 'Type')
    if (type !== undefined) styles.set(fold(type.slice(0, TYPE_LIMIT)), styleOf(settings ?? []))
  }

  /** Follows PaginateAs; a type that leads nowhere, or in a circle, stands for itself. */
  const paginatesAs = (folded: string): KnownLineType | undefined => {
    let at: string | undefined = folded
    for (let step = 0; at !== undefined && step < LONGEST_CHAIN; step++) {
      const known = knownType(at)
      if (known) return known
      if (OWN_BY_FOLD.has(spaceless(at)) || ENDING.test(at)) return undefined
      at = styles.get(at)?.paginateAs
    }
    return undefined
  }

  const kinds = new Map<string | undefined, ParagraphKind>()
  const read = (type: string | undefined): ParagraphKind => {
    const own = oneLine((type ?? '').slice(0, TYPE_LIMIT)) || DEFAULT_TYPE
    const folded = fold(own)
    return {
      planning: PLANNING.test(folded),
      startsNewPage: styles.get(folded)?.startsNewPage ?? false,
      type: paginatesAs(folded) ?? OWN_BY_FOLD.get(spaceless(folded)) ?? own,
    }
  }
  return (type) => {
    let kind = kinds.get(type)
    if (!kind) kinds.set(type, (kind = read(type)))
    return kind
  }
}
