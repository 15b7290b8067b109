import { expect, test } from 'vitest'
import { gapAtRate, gapBetween, type GapLine } from './line-gaps.ts'

const anna = (type: string): GapLine => ({ type, character: 'ANNA' })

test.each<[string, GapLine, GapLine, number]>([
  ['two lines', { type: 'Action' }, { type: 'Action' }, 350],
  ['the parts of a speech', anna('Character'), anna('Dialogue'), 0],
  ['speakers', anna('Dialogue'), { type: 'Dialogue', character: 'BEN' }, 300],
  ['a line and a heading', { type: 'Action' }, { type: 'Scene Heading' }, 900],
  ['a heading and a line', { type: 'Scene Heading' }, { type: 'Action' }, 500],
  ['an act mark and a line', { type: 'New Act' }, { type: 'Action' }, 1_400],
  ['a heading and an act mark', { type: 'Scene Heading' }, { type: 'New Act' }, 1_400],
])('product §4 the pause between %s', (_what, before, after, ms) =>
  expect(gapBetween(before, after)).toBe(ms),
)

test('product §4 divides the pause by rate^0.6', () => {
  expect(gapAtRate(900, 2)).toBeCloseTo(593.8, 0)
  expect(gapAtRate(900, 1)).toBe(900)
})

test.each<[string, number]>([
  ['(beat)', 700],
  ['(a long pause)', 1_500],
  ['(beat, then whispering)', 700],
  ['(to Ben)', 0],
])('product §4 the pause of %s, if it is not read, is %i ms', (text, ms) => {
  const beat = { ...anna('Parenthetical'), text }
  expect(gapBetween(anna('Dialogue'), anna('Dialogue'), [beat])).toBe(ms)
  expect(gapBetween({ type: 'Action' }, { type: 'Scene Heading' }, [beat])).toBe(Math.max(900, ms))
})

test('product §4 a struck-out beat is no pause', () => {
  const styles = [{ start: 0, end: 6, struck: true as const }]
  const beat = { ...anna('Parenthetical'), text: '(beat)', styles }
  expect(gapBetween(anna('Dialogue'), anna('Dialogue'), [beat])).toBe(0)
})

const pauseOver = (text: string) => gapBetween(anna('Dialogue'), anna('Dialogue'), [{ type: 'Action', text }])

test('product §4 "(beat)" in an action is no pause of its own', () => {
  expect(pauseOver('(beat)')).toBe(pauseOver('A door opens.'))
})
