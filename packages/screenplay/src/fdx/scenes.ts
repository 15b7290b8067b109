import { oneLine } from '../normalise-text.ts'
import { isSpeech, retype, type Row } from './rows.ts'
import { LINE_TEXT_LIMIT } from './split-text.ts'
import { isSlugLine, isTransition, writtenNumber } from './words/line-words.ts'
import { structureWords } from './words/structure-words.ts'

/** Styles in which writers type slug lines without choosing Scene Heading. */
const TYPED_AS = new Set(['Action', 'General', 'Transition'])
/** Types that a label cannot keep, for they begin something. */
const NO_LABEL = new Set(['Scene', 'Scene Heading', 'New Act'])
/** Lines between a label and its heading that are looked over: "SCENE B", "FADE IN:", "INT. KITCHEN - DAY". */
const REACH = 3

const isHeadingRow = (row: Row) => row.type === 'Scene Heading' || row.type === 'Scene'
/** A heading of its own, in the style that is made for it or by its words. */
const isOwnHeading = (row: Row | undefined) =>
  row?.type === 'Scene Heading' && (row.kind.style === 'scene heading' || row.kind.type !== 'Scene Heading')
const isSceneName = (row: Row) => structureWords(row.text)?.scene !== undefined
/** What may stand between a label and its heading: "FADE IN:", the act, another label, who is in the scene. */
const isLookedOver = (row: Row) =>
  row.act !== undefined || isTransition(row.text) || isSceneName(row) || row.text.trimStart().startsWith('(')

/** Types in which "Scene two" may begin a sentence. */
const SENTENCES = new Set(['Action', 'General', 'Shot'])

const isNameOfScene = (row: Row): boolean => {
  const words = structureWords(row.text)
  if (words?.scene === undefined) return false
  // In action and shots only capitals without a title are surely no sentence.
  const isSure = !words.hasTitle && row.text === row.text.toUpperCase()
  return isSure || /\bscene\b/.test(row.kind.style) || !SENTENCES.has(row.type)
}

const judgeHeading = (row: Row): void => {
  const { type, text } = row
  if (TYPED_AS.has(type) && isSlugLine(text)) retype(row, 'Scene Heading', 'a slug line in capitals, alone')
  else if (isHeadingRow(row)) {
    // It would become several lines, each of them a scene.
    if (text.length > LINE_TEXT_LIMIT) retype(row, 'Action', 'too long for a heading')
    else if (isTransition(text)) retype(row, 'Transition', 'its words are a transition, no scene')
  } else if (type !== 'New Act' && isNameOfScene(row)) retype(row, 'Scene', 'names a scene')
}

/** The heading a line labels: below it, over transitions and other labels; or directly above it. */
const headingOf = (rows: readonly Row[], at: number): Row | undefined => {
  for (let below = at + 1; below <= at + REACH; below++) {
    const row = rows[below]
    if (row && isOwnHeading(row) && !isSceneName(row)) return row
    const isPassed = row !== undefined && !isSpeech(row) && row.type !== 'Character' && isLookedOver(row)
    if (!isPassed) break
  }
  if (isSceneName(rows[at]!) && isOwnHeading(rows[at])) return undefined
  const above = rows[at - 1]
  if (isOwnHeading(above)) return above
  const higher = rows[at - 2]
  // "Time" of a British template: a line of the heading it stands below.
  return above?.kind.custom && isOwnHeading(higher) ? higher : undefined
}

/** A second line about a scene that has a heading of its own is a label. */
const judgeLabel = (rows: readonly Row[], at: number): void => {
  const row = rows[at]!
  if (!isHeadingRow(row) || (isOwnHeading(row) && !isSceneName(row))) return
  if (!headingOf(rows, at)) return
  const own = NO_LABEL.has(row.kind.type) ? 'General' : row.kind.type
  retype(row, row.act === undefined ? own : 'New Act', 'a label of the heading beside it')
}

/** Finds what begins a scene: headings, slug lines in another style, and no label, transition or shot. */
export const judgeScenes = (rows: readonly Row[]): void => {
  for (const row of rows) if (!isSpeech(row) && row.type !== 'Character') judgeHeading(row)
  for (const at of rows.keys()) judgeLabel(rows, at)
}

/** The number of a scene, if it has one, and where it is from. */
export type SceneNumber = { number: string | undefined; why: string }

const numberOf = (row: Row): SceneNumber | undefined => {
  const own = oneLine(row.number ?? '')
  if (own !== '') return { number: own, why: 'with its own number' }
  const written = writtenNumber(row.text)
  return written === undefined ? undefined : { number: written, why: 'with the number before its place' }
}

/**
 * Numbers the scenes: as the file does, else by counting. Where two or more have numbers of their own a heading without
 * one has none, for its ordinal is another scene's number (product §3).
 */
export const numberScenes = (rows: readonly Row[]): ReadonlyMap<Row, SceneNumber> => {
  const numbers = new Map<Row, SceneNumber>()
  const headings = rows.filter(isHeadingRow)
  const own = headings.map(numberOf)
  const written = own.flatMap((each) => each?.number ?? [])
  for (const [at, row] of headings.entries()) {
    const counted = String(at + 1)
    const isFree = written.length < 2 && written[0] !== counted
    const other = isFree
      ? { number: counted, why: 'counted' }
      : { number: undefined, why: 'without a number, for others have numbers of their own' }
    numbers.set(row, own[at] ?? other)
  }
  return numbers
}
