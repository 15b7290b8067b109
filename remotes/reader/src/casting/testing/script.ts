import type { Line, Script } from '@andscene/contracts/script'

/** A script in which each name speaks in each of its acts, as often as it says. */
export function scriptOf(characters: Record<string, { act?: number; lines?: number }>): Script {
  const lines = Object.entries(characters).flatMap(([character, { act = 1, lines: count = 1 }]) =>
    Array.from({ length: count }, (_, n): Line => ({
      _id: `${character}-${n}`,
      type: 'Dialogue',
      text: 'Hello.',
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
