import type { Line, Script } from '@andscene/contracts/script'

/** Text with a detectable language. */
export const ENGLISH = 'You know what this is, and I am not going to tell him.'

/** A script in which each character speaks this text `lines` times in the given act. */
export function scriptOf(
  characters: Record<string, { act?: number; lines?: number }>,
  text = 'Hello.',
): Script {
  const lines = Object.entries(characters).flatMap(([character, { act = 1, lines: count = 1 }]) =>
    Array.from({ length: count }, (_, n): Line => ({
      _id: `${character}-${n}`,
      type: 'Dialogue',
      text,
      character,
      act,
    })),
  )
  return {
    _id: 's1',
    title: 'Lantern Street',
    characterCount: Object.keys(characters).length,
    pages: 1,
    lineCount: lines.length,
    uploadedAt: '2026-11-20T12:00:00.000Z',
    content: { lines, characters: Object.keys(characters).map((character) => ({ character })) },
  }
}
