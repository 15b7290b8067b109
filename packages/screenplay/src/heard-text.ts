import type { RunStyle } from '@andscene/contracts/run-styles'

/** A text with the styles of its parts. */
export type StyledText = { text: string; styles?: readonly RunStyle[] | undefined }

const SPACE_AT_END = /\s$/
const NEEDS_NO_SPACE = /^(?:\s|[,.;:!?…)\]]|$)/

/** The text without its struck-out parts, which are not read aloud (product §3). */
export const heardText = ({ text, styles }: StyledText): string => {
  if (!styles?.some(({ struck }) => struck)) return text
  const parts: string[] = []
  let at = 0
  const add = (part: string) => {
    if (part === '') return
    const last = parts.at(-1)
    // The space before struck-out words goes with them.
    if (last !== undefined && SPACE_AT_END.test(last) && NEEDS_NO_SPACE.test(part))
      parts[parts.length - 1] = last.trimEnd()
    parts.push(part)
  }
  for (const { start, end, struck } of styles) {
    if (!struck) continue
    add(text.slice(at, start))
    at = end
  }
  add(text.slice(at))
  return parts.join('')
}
