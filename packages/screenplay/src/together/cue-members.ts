import data from '../../data/together.json' with { type: 'json' }
import { sameness } from '../cue-name.ts'
import { wordSet } from '../word-set.ts'

const phrases = (lists: string | readonly string[]): ReadonlySet<string> =>
  new Set([lists].flat().join(', ').split(', '))

const AND = wordSet(data.and)
const TITLES = wordSet(data.titles)
const BOTH = phrases(data.both)
const ALL = phrases(data.all)
const THREE = phrases(data.three)
const OTHERS = phrases(data.others)
const GROUPS = phrases(data.groups)
const MARK = /\s{0,5}[,/&+、＆]\s{0,5}/

/** Most voices that speak together (product §5). */
export const MOST_TOGETHER = 4

/**
 * Who speaks at a cue. `members`: characters by their key, `others` further ones of the scene. `scene`: so many of the
 * scene's last speakers.
 */
export type CueMembers = { members: readonly string[]; others: boolean } | { scene: number }

/** Whether a cue names a crowd, which has a voice of its own. */
export const isGroup = (name: string): boolean => GROUPS.has(name) || ALL.has(name) || BOTH.has(name)

/**
 * The members of a cue for several characters; undefined for a single one. `isCharacter` tells whether a character with
 * a key (`sameness`) has cues of its own: "TOM AND JERRY" is one character if TOM has none.
 */
export function cueMembers(name: string, isCharacter: (key: string) => boolean): CueMembers | undefined {
  if (BOTH.has(name)) return { scene: 2 }
  if (ALL.has(name)) return { scene: THREE.has(name) ? 3 : MOST_TOGETHER }
  const parts = partsOf(name)
  if (parts.length < 2) return undefined
  const isOthers = OTHERS.has(parts.at(-1)!)
  const named = (isOthers ? parts.slice(0, -1) : withSurname(parts)).map(sameness)
  if (!named.every(isCharacter)) return undefined
  const members = [...new Set(named)]
  return members.length > 1 || isOthers ? { members, others: isOthers } : undefined
}

/** "ANNA, BEN AND CARL" has three parts. */
function partsOf(name: string): string[] {
  const parts: string[][] = [[]]
  for (const word of name.split(MARK).flatMap((part, at) => [...(at > 0 ? ['/'] : []), ...part.split(' ')])) {
    if (word === '/' || AND.has(word)) parts.push([])
    else if (word !== '') parts.at(-1)!.push(word)
  }
  return parts.filter((words) => words.length > 0).map((words) => words.join(' '))
}

/** "MR. SMITH" and "MRS. SMITH" for "MR. AND MRS. SMITH". */
function withSurname(parts: readonly string[]): string[] {
  const [, ...surname] = parts.at(-1)!.split(' ')
  return parts.map((part) =>
    surname.length > 0 && TITLES.has(part.replace(/\.$/, '')) ? `${part} ${surname.join(' ')}` : part,
  )
}
