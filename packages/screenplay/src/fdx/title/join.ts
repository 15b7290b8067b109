import { isAboutScript, isKind } from './draft-line.ts'
import { PATTERNS } from '../line-patterns.ts'
import { episodeOf, isPilot, quotedEpisode } from './episode.ts'
import { isNumberTitle, type Judged } from './judge.ts'
import { quotedWords, unquoted } from './quotes.ts'

const MAX_LINES = 4
const GOES_ON = /[,:&/+–—-]$/u
/** Starts in lower case or with punctuation: continues the line above. */
const BEGUN_ABOVE =
  /^(?:(?:and|or|of|in|on|at|to|for|from|with|the|und|oder|im|et|ou|à|y|o|e)\b|(?:de|du|des|del|di|della|von|der) (?!\p{Lu})|[-–—:&+…])/u
/** Scripts without spaces between words. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

const sameWords = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const capitals = (text: string) =>
  /\p{Ll}/u.test(text) ? 'mixed' : /\p{Lu}/u.test(text) ? 'capitals' : 'none'

/** The credit below a line, if only notices, numbers, placeholders or a quoted episode are between. */
export const creditBelow = (lines: readonly Judged[], at: number): Judged | undefined => {
  for (const line of lines.slice(at + 1)) {
    if (line.kind === 'credit') return line
    if (line.kind === 'words' && quotedWords(line.text) === undefined && !episodeOf(line.text))
      return undefined
  }
  return undefined
}

/** `needs`: the credit that must follow to rule out a name or a saying. */
type Joint = { by: ' ' | ': '; needs?: 'credit' | 'writing' }

const jointOf = (above: Judged | undefined, line: Judged | undefined): Joint | undefined => {
  if (!above || line?.kind !== 'words' || line.key) return undefined
  if (PATTERNS.part.test(line.text) && line.gap <= 1) return { by: GOES_ON.test(above.text) ? ' ' : ': ' }
  if (quotedWords(line.text) !== undefined || episodeOf(line.text)) return undefined
  if (GOES_ON.test(above.text) && line.gap <= 3)
    return line.gap === 0 || above.text.endsWith(':') ? { by: ' ' } : { by: ' ', needs: 'credit' }
  if (
    line.gap > 0 ||
    sameWords(line.text, above.text) ||
    PATTERNS.aboutTitle.test(line.text) ||
    isKind(line.text)
  )
    return undefined
  if (BEGUN_ABOVE.test(line.text) || (line.named && above.named)) return { by: ' ' }
  if (PATTERNS.company.test(line.text) || isNumberTitle(line.text) || isAboutScript(line.text))
    return undefined
  const isAlike = line.look === above.look && capitals(line.text) === capitals(above.text)
  return isAlike ? { by: ' ', needs: 'writing' } : undefined
}

const jointsBelow = (lines: readonly Judged[], from: number): readonly Joint[] => {
  const joints: Joint[] = []
  for (let joint; joints.length < MAX_LINES - 1; joints.push(joint)) {
    const at = from + joints.length
    joint = jointOf(lines[at], lines[at + 1])
    if (!joint) break
  }
  const credit = creditBelow(lines, from + joints.length)
  const refused = joints.findIndex(
    ({ needs }) => needs && !(needs === 'credit' ? credit : credit?.credit === 'writing'),
  )
  return refused === -1 ? joints : joints.slice(0, refused)
}

/** Whether an episode number is between a line and the writers; a line without a number may be the episode's name. */
const isNumbered = (lines: readonly Judged[], from: number): boolean => {
  const rest = lines.slice(from)
  const stop = rest.findIndex(({ credit }) => credit !== undefined && credit !== 'series')
  return rest
    .slice(0, stop === -1 ? undefined : stop)
    .some(({ kind, text }) => kind === 'label' && episodeOf(text) && !isPilot(text))
}

/** The name of an episode below its series and above the writers. */
const episodeBelow = (lines: readonly Judged[], from: number): string | undefined => {
  let ofSeries = false
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]
    if (!line) return undefined
    if (line.kind === 'credit') {
      if (line.credit !== 'series') return undefined
      ofSeries = true
      // "Created by", with the name on the next line.
      if (/\bby\s?:?$/i.test(line.text) && lines[at + 1]?.kind === 'words') at++
      continue
    }
    if (line.kind !== 'words') continue
    const credit = creditBelow(lines, at)
    const isAbove = credit && credit.credit !== 'source' && (!ofSeries || credit.credit === 'writing')
    if (!isAbove) return undefined
    const named = quotedEpisode(line.text) ?? episodeOf(line.text)
    if (named) return named.name || undefined
    const plain =
      isNumbered(lines, from) &&
      !PATTERNS.aboutTitle.test(line.text) &&
      !isKind(line.text) &&
      !PATTERNS.company.test(line.text)
    return line.key === 'title' || plain ? line.text : undefined
  }
  return undefined
}

export type Joined = { title: string; pieces: number; episode: boolean; credit: Judged | undefined }

export const joinedTitle = (lines: readonly Judged[], from: number): Joined => {
  const all = jointsBelow(lines, from)
  // If an episode number follows, a single further line in the same style is the episode's name.
  const joints = all.length === 1 && all[0]?.needs === 'writing' && isNumbered(lines, from) ? [] : all
  const at = from + joints.length
  const whole = joints.reduce((title, { by }, piece) => {
    const next = lines[from + piece + 1]?.text ?? ''
    const isOneWord = WITHOUT_SPACES.test(title.at(-1) ?? '') && WITHOUT_SPACES.test(next[0] ?? '')
    return title + (isOneWord ? '' : by) + next
  }, lines[from]?.text ?? '')
  let title = unquoted(quotedWords(whole) ?? whole)
  const credit = creditBelow(lines, at)
  const episode = episodeBelow(lines, at + 1)
  if (episode && !sameWords(episode, title))
    title = /[:–—-]$/u.test(title) ? `${title} ${episode}` : `${title}: ${episode}`
  return {
    title: title.replace(/\s\(working title\)$/iu, '').replace(/[\s:,;]+$/u, ''),
    pieces: joints.length + 1,
    episode: episode !== undefined,
    credit,
  }
}
