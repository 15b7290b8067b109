import { isHeading } from '../line-types.ts'
import { isAllCapitals } from '../speech/capitals.ts'
import { isSpeech, retype, type Row } from './rows.ts'
import { LINE_TEXT_LIMIT } from './split-text.ts'
import { beginsLikeSlugLine, isSlugLine, isTransition } from './words/line-words.ts'
import { structureWords } from './words/structure-words.ts'

/** Styles in which writers type slug lines without choosing Scene Heading. */
const TYPED_AS = new Set(['Action', 'General', 'Transition'])
/** Types that a label cannot keep, for they begin something. */
const NO_LABEL = new Set(['Scene', 'Scene Heading', 'New Act', 'Character'])
/** Why a line that names a scene is none. */
export const LABEL = 'labels the heading beside it'
/** Lines between a label and its heading that are looked over: "SCENE B", "FADE IN:", "INT. KITCHEN - DAY". */
const REACH = 3

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
  const isSure = !words.hasTitle && isAllCapitals(row.text)
  return isSure || /\bscene\b/.test(row.kind.style) || !SENTENCES.has(row.type)
}

const judgeHeading = (row: Row): void => {
  const { type, text } = row
  if (TYPED_AS.has(type) && isSlugLine(text)) retype(row, 'Scene Heading', 'a slug line in capitals, alone')
  else if (isHeading(row)) {
    // It would become several lines, each of them a scene.
    if (text.length > LINE_TEXT_LIMIT) retype(row, 'Action', 'too long for a heading')
    else if (isTransition(text)) retype(row, 'Transition', 'its words are a transition, no scene')
  } else if (type !== 'New Act' && isNameOfScene(row)) retype(row, 'Scene', 'names a scene')
}

/** Whether a heading stands where a label of it would stand: below it, over transitions and other labels; or directly above it. */
const isBesideHeading = (rows: readonly Row[], at: number): boolean => {
  for (let below = at + 1; below <= at + REACH; below++) {
    const row = rows[below]
    if (row && isOwnHeading(row) && !isSceneName(row)) return true
    const isPassed = row !== undefined && !isSpeech(row) && row.type !== 'Character' && isLookedOver(row)
    if (!isPassed) break
  }
  if (isSceneName(rows[at]!) && isOwnHeading(rows[at])) return false
  const above = rows[at - 1]
  // "Time" of a British template: a line of the heading it stands below.
  return isOwnHeading(above) || (above?.kind.custom === true && isOwnHeading(rows[at - 2]))
}

/** A second line about a scene that has a heading of its own is a label. */
const judgeLabel = (rows: readonly Row[], at: number): void => {
  const row = rows[at]!
  if (!isHeading(row) || (isOwnHeading(row) && !isSceneName(row)) || beginsLikeSlugLine(row.text)) return
  if (!isBesideHeading(rows, at)) return
  const own = NO_LABEL.has(row.kind.type) ? 'General' : row.kind.type
  retype(row, row.act === undefined ? own : 'New Act', LABEL)
}

/** Finds what begins a scene: headings, slug lines in another style, and no label, transition or shot. */
export const judgeScenes = (rows: readonly Row[]): void => {
  for (const row of rows) if (!isSpeech(row) && row.type !== 'Character') judgeHeading(row)
  for (const at of rows.keys()) judgeLabel(rows, at)
}
