import { partsOf, type Part } from '../casting/parts.ts'

/**
 * Parses a short screenplay: `NAME: words` is speech, `(…)` a parenthetical, `INT.` a heading, anything else action.
 */
export function readParts(text: string): Record<string, Part> {
  let speaker = ''
  const lines = text
    .trim()
    .split('\n')
    .map((row) => {
      const line = row.trim()
      const [, cue, said] = /^([A-Z][A-Z0-9#'’. -]+): (.*)$/.exec(line) ?? []
      if (cue !== undefined) speaker = cue
      if (said !== undefined) return { type: 'Dialogue', text: said, character: speaker }
      if (line.startsWith('(')) return { type: 'Parenthetical', text: line, character: speaker }
      return { type: line.startsWith('INT.') ? 'Scene Heading' : 'Action', text: line }
    })
  const names = [...new Set(lines.flatMap((line) => line.character ?? []))]
  return Object.fromEntries(partsOf(lines, names).map((part) => [part.name, part]))
}
