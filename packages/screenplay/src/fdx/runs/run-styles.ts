import type { RunStyle } from '@andscene/contracts/run-styles'
import { countBelow, normalisedPositions } from '../normalised-positions.ts'

export type Look = Omit<RunStyle, 'start' | 'end'>

/** Final Draft's names of styles. */
const LOOKS: Record<string, keyof Look> = {
  bold: 'bold',
  italic: 'italic',
  underline: 'underline',
  strikeout: 'struck',
  allcaps: 'capitals',
}
const HIDDEN = 'hiddentext'

const namesOf = (style: string) =>
  style
    .toLowerCase()
    .split('+')
    .map((name) => name.trim())
    .filter((name) => name === HIDDEN || Object.hasOwn(LOOKS, name))

/** The styles of a `Style` attribute that have a meaning here. */
export const knownStyles = (style: string): string => namesOf(style).join('+')

/** The look of a run; 'hidden' for text that is not in the printed script. */
export const lookOf = (style: string): Look | 'hidden' => {
  const names = namesOf(style)
  if (names.includes(HIDDEN)) return 'hidden'
  return Object.fromEntries(names.map((name) => [LOOKS[name]!, true]))
}

const isPlain = (look: Look) => Object.keys(look).length === 0
const KINDS = Object.values(LOOKS)
const isSame = (one: Look, other: Look) => KINDS.every((kind) => one[kind] === other[kind])

/** Appends a style; joins it with the last one if they touch and look the same. */
export const addStyle = (styles: RunStyle[], style: RunStyle): void => {
  const { start, end, ...look } = style
  if (start === end || isPlain(look)) return
  const last = styles.at(-1)
  if (last?.end === start && isSame(last, look)) last.end = end
  else styles.push(style)
}

/** Moves the styles or marks of a text to its normalized form; `add` appends one. */
export const normalisedSpans = <Span extends { start: number; end: number }>(
  text: string,
  spans: readonly Span[],
  add: (moved: Span[], span: Span) => void,
): Span[] => {
  const positions = normalisedPositions(text)
  if (!positions) return [...spans]
  const moved: Span[] = []
  for (const span of spans) {
    const [start, end] = [span.start, span.end].map((at) =>
      Math.min(countBelow(positions, at), positions.length - 1),
    )
    add(moved, { ...span, start: start!, end: end! })
  }
  return moved
}

const VISIBLE = /\S/

/** Whether every character except white space has this look. */
export const covers = (text: string, styles: readonly RunStyle[], kind: keyof Look): boolean => {
  let at = 0
  for (const { start, end, [kind]: has } of styles) {
    if (!has) continue
    if (VISIBLE.test(text.slice(at, start))) return false
    at = end
  }
  return !VISIBLE.test(text.slice(at))
}

export const withoutCapitals = (styles: readonly RunStyle[]): RunStyle[] => {
  const rest: RunStyle[] = []
  for (const { capitals: _, ...style } of styles) addStyle(rest, style)
  return rest
}

/** The styles of a part of a text, with offsets in that part. */
export const stylesWithin = (styles: readonly RunStyle[], from: number, to: number): RunStyle[] =>
  styles
    .filter(({ start, end }) => start < to && end > from)
    .map((style) => ({
      ...style,
      start: Math.max(style.start, from) - from,
      end: Math.min(style.end, to) - from,
    }))
