import { canBeSpoken } from '../can-be-spoken.ts'
import { heardText, type StyledText } from '../heard-text.ts'
import { isActMark, isHeading, lineKind } from '../line-types.ts'
import type { ScriptMap } from '../navigation.ts'
import { pageOfLine } from '../paging.ts'
import { gapsBefore } from '../timing/gaps-before.ts'
import { usualWords } from '../timing/speech-time.ts'
import { countWords } from './count-words.ts'
import { measureEighths } from './eighths.ts'

export type FigureLine = StyledText & {
  type: string
  character?: string | undefined
  /** The characters who speak the line together: it counts for each of them. */
  together?: readonly string[] | undefined
  eighths?: number | undefined
}

/** A cue and what is said under it. */
export type Speech = {
  /** Line of the cue, or of the first words if there is no cue. */
  at: number
  /** Lines of dialogue, in order. */
  lines: number[]
  words: number
}
export type CharacterFacts = {
  name: string
  speeches: Speech[]
  words: number
  /** Number of scenes in which the character speaks. */
  scenes: number
  /** From 1. */
  firstPage: number
  lastPage: number
}
export type SceneFacts = {
  /** Index of the scene; -1 for the lines before the first heading. */
  scene: number
  /** Lines `start` (inclusive) to `end` (exclusive). */
  start: number
  end: number
  /** From 1. */
  page: number
  eighths: number
  /** Words that are heard. */
  words: number
  /** The part of dialogue in the words of dialogue and action, 0 to 1; undefined if there is neither. */
  dialogueShare: number | undefined
  /** Characters who speak, the one with the most words first. */
  speakers: string[]
}

/** All figures that do not depend on how long a line takes. Lines that are never spoken count nothing. */
export type ScriptFacts = {
  isRead: Uint8Array
  /** Length of each line in words of a usual length, for estimates (`wordsMs`). */
  usual: Float64Array
  /** Sum of the pauses before each line, at 1×. */
  gaps: Float64Array
  scenes: SceneFacts[]
  /** Characters who speak, in the order of their first words. */
  characters: CharacterFacts[]
  pages: number
  words: number
  dialogueShare: number | undefined
}

/** Read aloud, but neither dialogue nor action. */
const NEITHER = new Set(['Character', 'Parenthetical', 'Scene', 'Scene Heading', 'New Act', 'Transition'])
const shareOf = ({ dialogue, action }: { dialogue: number; action: number }) =>
  dialogue + action > 0 ? dialogue / (dialogue + action) : undefined

/** Reads the facts of a script in one pass. */
export function scriptFacts(lines: readonly FigureLine[], map: ScriptMap): ScriptFacts {
  const isRead = new Uint8Array(lines.length)
  const usual = new Float64Array(lines.length)
  const counts = new Uint32Array(lines.length)
  for (const [index, line] of lines.entries()) {
    if (!canBeSpoken(line)) continue
    const text = heardText(line)
    isRead[index] = 1
    usual[index] = usualWords(text)
    counts[index] = countWords(text)
  }
  const speaking = speakingIn(lines, { map, isRead, counts })
  const all = { words: 0, dialogue: 0, action: 0 }
  const scenes = partsOf(map).flatMap(({ scene, start, end }) => {
    const own = { words: 0, dialogue: 0, action: 0 }
    for (let index = start; index < end; index++) {
      const words = counts[index]!
      own.words += words
      const kind = lineKind(lines[index]!.type)
      if (kind === 'Dialogue') own.dialogue += words
      else if (!NEITHER.has(kind)) own.action += words
    }
    if (scene < 0 && own.words === 0) return []
    all.words += own.words
    all.dialogue += own.dialogue
    all.action += own.action
    return {
      scene,
      start,
      end,
      page: pageOfLine(map.pages, start) + 1,
      eighths: lines[start]!.eighths ?? measureEighths(map.pages, start, end),
      words: own.words,
      dialogueShare: shareOf(own),
      speakers: speaking.speakersOf(scene),
    }
  })
  return {
    isRead,
    usual,
    gaps: gapsBefore(lines, isRead),
    scenes,
    characters: speaking.characters,
    pages: map.pages.length,
    words: all.words,
    dialogueShare: shareOf(all),
  }
}

/** The scenes, with the lines before the first one. */
function partsOf({ scenes, lineCount }: ScriptMap): Pick<SceneFacts, 'scene' | 'start' | 'end'>[] {
  const first = scenes[0] ?? lineCount
  return [
    ...(first > 0 ? [{ scene: -1, start: 0, end: first }] : []),
    ...scenes.map((start, scene) => ({ scene, start, end: scenes[scene + 1] ?? lineCount })),
  ]
}

type Counted = { map: ScriptMap; isRead: Uint8Array; counts: Uint32Array }

function speakingIn(lines: readonly FigureLine[], { map, isRead, counts }: Counted) {
  const characters = new Map<string, CharacterFacts & { lastCue: number; lastScene: number }>()
  const byScene = new Map<number, Map<string, number>>()
  /** Line of the cue that is spoken under, or of the heading before dialogue without a cue. */
  let cue = -1
  let scene = -1
  for (const [index, line] of lines.entries()) {
    if (isHeading(line)) scene++
    if (line.type === 'Character' || isHeading(line) || isActMark(line)) cue = index
    if (line.type !== 'Dialogue' || !isRead[index] || line.character === undefined) continue
    const page = pageOfLine(map.pages, index) + 1
    const at = lines[cue]?.type === 'Character' ? cue : index
    for (const name of line.together ?? [line.character]) {
      let own = characters.get(name)
      if (!own) {
        own = {
          name,
          speeches: [],
          words: 0,
          scenes: 0,
          firstPage: page,
          lastPage: page,
          lastCue: -2,
          lastScene: -2,
        }
        characters.set(name, own)
      }
      if (own.lastCue !== cue) own.speeches.push({ at, lines: [], words: 0 })
      if (own.lastScene !== scene) own.scenes++
      own.lastCue = cue
      own.lastScene = scene
      own.lastPage = page
      own.words += counts[index]!
      const speech = own.speeches.at(-1)!
      speech.lines.push(index)
      speech.words += counts[index]!
      const speakers = byScene.get(scene) ?? new Map<string, number>()
      byScene.set(scene, speakers.set(name, (speakers.get(name) ?? 0) + counts[index]!))
    }
  }
  return {
    characters: [...characters.values()].map(
      ({ lastCue: _cue, lastScene: _scene, ...own }): CharacterFacts => own,
    ),
    speakersOf: (of: number) =>
      [...(byScene.get(of) ?? [])].sort(([, a], [, b]) => b - a).map(([name]) => name),
  }
}
