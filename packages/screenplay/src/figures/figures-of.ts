import { lineLengths, type LengthSource } from './line-lengths.ts'
import type { CharacterFacts, SceneFacts, ScriptFacts } from './script-facts.ts'
import { wholeSeconds } from './whole-seconds.ts'

/** A time at 1×; estimated if the clip of a line in it is not made yet. */
export type Time = { ms: number; isEstimated: boolean }
export type SceneFigures = SceneFacts & {
  startMs: number
  /** Up to the start of the next scene. */
  readTime: Time
}
export type SpeechFigures = {
  at: number
  startMs: number
  endMs: number
  words: number
  isEstimated: boolean
}
export type CharacterFigures = Omit<CharacterFacts, 'speeches'> & {
  speeches: SpeechFigures[]
  /** Without the pauses between lines. */
  speakingTime: Time
}
export type Totals = {
  readTime: Time
  pages: number
  scenes: number
  characters: number
  words: number
  dialogueShare: number | undefined
}
export type Figures = {
  scenes: SceneFigures[]
  characters: CharacterFigures[]
  totals: Totals
  /** Number of lines that are read aloud, and of those without a clip. */
  lines: number
  unmade: number
  /** When a line starts in the read, in milliseconds. */
  startOf: (line: number) => number
}

/**
 * Returns the figures of a whole read at 1×, all lines read aloud one after the other with the player's pauses: the read
 * time, never the length of a film.
 */
export function figuresOf(facts: ScriptFacts, source: LengthSource): Figures {
  const { ms, isEstimated } = lineLengths(facts, source)
  const { gaps, isRead } = facts
  const count = isRead.length
  const starts = new Float64Array(count + 1)
  const estimates = new Uint32Array(count + 1)
  let lines = 0
  for (let line = 0; line < count; line++) {
    starts[line + 1] = starts[line]! + ms[line]!
    estimates[line + 1] = estimates[line]! + isEstimated[line]!
    lines += isRead[line]!
  }
  const startMs = (line: number) => starts[line]! + (gaps[Math.min(line, count - 1)] ?? 0)
  const within = (from: number, to: number): Time => ({
    ms: startMs(to) - startMs(from),
    isEstimated: estimates[to]! > estimates[from]!,
  })
  const whole = within(0, count)
  return {
    scenes: facts.scenes.map((scene) => ({
      ...scene,
      startMs: startMs(scene.start),
      readTime: within(scene.start, scene.end),
    })),
    characters: facts.characters.map(({ speeches, ...character }) => {
      const speakingTime = { ms: 0, isEstimated: false }
      const timed = speeches.map(({ at, lines: spoken, words }) => {
        const isGuess = spoken.some((line) => isEstimated[line])
        for (const line of spoken) speakingTime.ms += ms[line]!
        speakingTime.isEstimated ||= isGuess
        const last = spoken.at(-1)!
        return {
          at,
          words,
          startMs: startMs(spoken[0]!),
          endMs: startMs(last) + ms[last]!,
          isEstimated: isGuess,
        }
      })
      return { ...character, speeches: timed, speakingTime }
    }),
    totals: {
      readTime: whole,
      pages: facts.pages,
      scenes: facts.scenes.filter(({ scene }) => scene >= 0).length,
      characters: facts.characters.length,
      words: facts.words,
      dialogueShare: facts.dialogueShare,
    },
    lines,
    unmade: estimates[count]!,
    startOf: startMs,
  }
}

/** The change of each total since another draft; undefined for a share that one of them does not have. */
export const difference = (now: Totals, before: Totals): Totals => ({
  readTime: {
    // As they are shown, so that the figures add up.
    ms: (wholeSeconds(now.readTime.ms) - wholeSeconds(before.readTime.ms)) * 1_000,
    isEstimated: now.readTime.isEstimated || before.readTime.isEstimated,
  },
  pages: now.pages - before.pages,
  scenes: now.scenes - before.scenes,
  characters: now.characters - before.characters,
  words: now.words - before.words,
  dialogueShare:
    now.dialogueShare === undefined || before.dialogueShare === undefined
      ? undefined
      : now.dialogueShare - before.dialogueShare,
})
