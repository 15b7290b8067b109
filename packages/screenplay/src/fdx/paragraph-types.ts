import { LINE_TYPES, type KnownLineType } from '@andscene/contracts/line-types'
import { oneLine } from '../normalise-text.ts'
import { attribute, type XmlNode } from './xml-tree.ts'

export type ParagraphKind = {
  type: string
  planning: boolean
  startsNewPage: boolean
  /** `name` is the style's name in the file; `style` is in lower case with single spaces. */
  name: string
  style: string
  /** Whether the type is the file's own style name, which has no rules here. */
  custom: boolean
  /** Whether the style displays text in capitals (Final Draft's AllCaps). */
  capitals: boolean
}

/** Final Draft's built-in elements that are not line types of ours (product §3); they keep their names. */
const OWN_NAMES = ['General', 'Shot', 'Cast List', 'Lyrics', 'End of Act', 'Sequence']
/** Elements that Final Draft displays in capitals if a file has no settings. */
const USUALLY_CAPITALS = new Set(['Cast List', 'Sequence'])
const DEFAULT_TYPE = 'General'
const TYPE_LIMIT = 80
/** Most PaginateAs references that are followed; writers use one or two. */
const LONGEST_CHAIN = 16

const NUMBER = String.raw`(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|[ivx]+)`
const PLANNING = /^(?:outline\b.*|summary|note)$/
const ACT_MARK = new RegExp(
  String.raw`^(?:(?:new|start of|begin|beginning of) act|act(?: (?:break|header|heading|title|start|opening|${NUMBER}))?|.+/ ?act ${NUMBER})$`,
)
/** "End of Act" paginates as Character in Final Draft's templates, but is not a character. */
const ENDING = /^end\b/
/** "Act & Scene Break", "Scene Info": they may paginate as an act, but the words decide what each one starts. */
const ACT_OR_SCENE = /\bscene\b/
/** Transition styles, which many templates paginate as a scene. */
const TRANSITION_STYLE = /^(?:fade|cut to|dissolve|wipe)\b/
/** "Shot/Music/SFX"; not "Shot Location" and "Scene/Shot". */
const SHOT_STYLE = /^(?!.*\b(?:scene|location)\b).*\bshots?\b/
/** "Act and Scene Heading", "Secondary Scene Heading". */
const HEADING_STYLE = /\bscene heading\b/

const fold = (type: string) => oneLine(type.replaceAll(/[_-]/g, ' ')).toLowerCase()
const spaceless = (name: string) => name.replaceAll(' ', '').toLowerCase()

const KNOWN_BY_FOLD = new Map<string, KnownLineType>([
  ...LINE_TYPES.map((type) => [spaceless(type), type] as const),
  ['dialog', 'Dialogue'],
])
const OWN_BY_FOLD = new Map(OWN_NAMES.map((type) => [spaceless(type), type]))

type ElementStyle = { paginateAs?: string; startsNewPage: boolean; capitals?: boolean }

const styleOf = (children: readonly XmlNode[]): ElementStyle => {
  const style: ElementStyle = { startsNewPage: false }
  for (const child of children) {
    if (child['Behavior']) {
      const paginateAs = attribute(child, 'PaginateAs')
      if (paginateAs !== undefined) style.paginateAs = fold(paginateAs.slice(0, TYPE_LIMIT))
    }
    if (child['ParagraphSpec']) style.startsNewPage = isYes(attribute(child, 'StartsNewPage')) ?? false
    if (child['FontSpec']) style.capitals = /\bAllCaps\b/i.test(attribute(child, 'Style') ?? '')
  }
  return style
}

/** Parses a Yes/No attribute; undefined for any other value. */
export const isYes = (value: string | undefined): boolean | undefined =>
  value === undefined
    ? undefined
    : /^\s*(yes|true|1)\s*$/i.test(value)
      ? true
      : /^\s*(no|false|0)\s*$/i.test(value)
        ? false
        : undefined

const knownType = (folded: string): KnownLineType | undefined =>
  KNOWN_BY_FOLD.get(spaceless(folded)) ??
  (ACT_MARK.test(folded) ? 'New Act' : HEADING_STYLE.test(folded) ? 'Scene Heading' : undefined)

/** A custom style that paginates as a heading or an act may be something else; its name tells. */
const byStyleName = (style: string, paginatesAs: KnownLineType | undefined): string | undefined => {
  if (knownType(style) === paginatesAs) return paginatesAs
  if (paginatesAs === 'New Act') return ACT_OR_SCENE.test(style) ? undefined : paginatesAs
  if (paginatesAs !== undefined && paginatesAs !== 'Scene Heading' && paginatesAs !== 'Scene')
    return paginatesAs
  if (TRANSITION_STYLE.test(style)) return 'Transition'
  return SHOT_STYLE.test(style) && paginatesAs !== undefined ? 'Shot' : paginatesAs
}

/** Reads ElementSettings. A custom style has the type it paginates as, unless its name indicates another. */
export const paragraphKinds = (root: readonly XmlNode[]): ((type: string | undefined) => ParagraphKind) => {
  const styles = new Map<string, ElementStyle>()
  for (const child of root) {
    const settings = child['ElementSettings']
    const type = settings && attribute(child, 'Type')
    if (type !== undefined) styles.set(fold(type.slice(0, TYPE_LIMIT)), styleOf(settings ?? []))
  }

  /** Follows PaginateAs; undefined for a dead end or a cycle. */
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
    const style = styles.get(folded)
    const known = byStyleName(folded, paginatesAs(folded)) ?? OWN_BY_FOLD.get(spaceless(folded))
    const kind = known ?? own
    return {
      planning: PLANNING.test(folded),
      startsNewPage: style?.startsNewPage ?? false,
      type: kind,
      name: own,
      style: folded,
      custom: known === undefined,
      capitals: style?.capitals ?? USUALLY_CAPITALS.has(kind),
    }
  }
  return (type) => {
    let kind = kinds.get(type)
    if (!kind) kinds.set(type, (kind = read(type)))
    return kind
  }
}
