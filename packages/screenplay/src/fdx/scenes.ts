import { isHeading } from '../line-types.ts'
import { isAllCapitals } from '../said/words/capitals.ts'
import { isSpeech, retype, type Row } from './rows.ts'
import { LINE_TEXT_LIMIT } from './split-text.ts'
import { beginsLikeSlugLine, isSlugLine, isTransition } from './words/line-words.ts'
import { structureWords } from './words/structure-words.ts'

/** Styles in which writers type slug lines instead of choosing Scene Heading. */
const TYPED_AS = new Set(['Action', 'General', 'Transition'])
/** Types that a label cannot keep, because they start a scene, an act or a speech. */
const NO_LABEL = new Set(['Scene', 'Scene Heading', 'New Act', 'Character'])
/** The reason why a line that names a scene is not one. */
export const LABEL = 'labels the heading beside it'
/** Largest distance in lines from a label to its heading: "SCENE B", "FADE IN:", "INT. KITCHEN - DAY". */
const MAX_DISTANCE = 3

/** A scene heading by a dedicated style or by its words. */
const isOwnHeading = (row: Row | undefined) =>
  row?.type === 'Scene Heading' && (row.kind.style === 'scene heading' || row.kind.type !== 'Scene Heading')
const isSceneName = (row: Row) => structureWords(row.text)?.scene !== undefined
/** Lines allowed between a label and its heading: "FADE IN:", an act, another label, the characters in the scene. */
const isLookedOver = (row: Row) =>
  row.act !== undefined || isTransition(row.text) || isSceneName(row) || row.text.trimStart().startsWith('(')

/** Types in which "Scene two" may start a sentence. */
const SENTENCES = new Set(['Action', 'General', 'Shot'])

const isNameOfScene = (row: Row): boolean => {
  const words = structureWords(row.text)
  if (words?.scene === undefined) return false
  // In action and shots, only capitals without a title are certainly not a sentence.
  const isSure = !words.hasTitle && isAllCapitals(row.text)
  return isSure || /\bscene\b/.test(row.kind.style) || !SENTENCES.has(row.type)
}

const judgeHeading = (row: Row): void => {
  const { type, text } = row
  if (TYPED_AS.has(type) && isSlugLine(text)) retype(row, 'Scene Heading', 'a slug line in capitals, alone')
  else if (isHeading(row)) {
    // It would be split into several lines, each of them a scene.
    if (text.length > LINE_TEXT_LIMIT) retype(row, 'Action', 'too long for a heading')
    else if (isTransition(text)) retype(row, 'Transition', 'its text is a transition, not a scene')
  } else if (type !== 'New Act' && isNameOfScene(row)) retype(row, 'Scene', 'names a scene')
}

/**
 * Whether a line is next to a heading it may label: above it, with transitions and other labels between, or directly
 * below it.
 */
const isBesideHeading = (rows: readonly Row[], at: number): boolean => {
  for (let below = at + 1; below <= at + MAX_DISTANCE; below++) {
    const row = rows[below]
    if (row && isOwnHeading(row) && !isSceneName(row)) return true
    const isPassed = row !== undefined && !isSpeech(row) && row.type !== 'Character' && isLookedOver(row)
    if (!isPassed) break
  }
  if (isSceneName(rows[at]!) && isOwnHeading(rows[at])) return false
  const above = rows[at - 1]
  // "Time" in a British template is a second line of the heading above.
  return isOwnHeading(above) || (above?.kind.custom === true && isOwnHeading(rows[at - 2]))
}

/** Reclassifies a second line that names the scene of a heading as a label. */
const judgeLabel = (rows: readonly Row[], at: number): void => {
  const row = rows[at]!
  if (!isHeading(row) || (isOwnHeading(row) && !isSceneName(row)) || beginsLikeSlugLine(row.text)) return
  if (!isBesideHeading(rows, at)) return
  const own = NO_LABEL.has(row.kind.type) ? 'General' : row.kind.type
  retype(row, row.act === undefined ? own : 'New Act', LABEL)
}

/**
 * Finds the lines that start a scene: headings, and slug lines in another style, but not labels, transitions or shots.
 */
export const judgeScenes = (rows: readonly Row[]): void => {
  for (const row of rows) if (!isSpeech(row) && row.type !== 'Character') judgeHeading(row)
  for (const at of rows.keys()) judgeLabel(rows, at)
}
