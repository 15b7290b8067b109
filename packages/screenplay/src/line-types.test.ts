import { LINE_TYPES } from '@andscene/contracts/line-types'
import { describe, expect, test } from 'vitest'
import { isHeading, isSkipped, lineKind, presetOf, READING_PRESETS, switchKind } from './line-types.ts'

const skippedBy = (name: string) => READING_PRESETS.find((preset) => preset.name === name)?.skipped ?? []
const heard = (name: string) =>
  [...LINE_TYPES, 'Shot'].filter((type) => !isSkipped({ type }, skippedBy(name)))

describe('line types (product §3)', () => {
  test('types without rules of their own are "other"', () => {
    expect([lineKind('Action'), lineKind('Shot'), lineKind('other')]).toEqual(['Action', 'other', 'other'])
  })

  test("'Scene' is a heading (product §3)", () => {
    expect(LINE_TYPES.filter((type) => isHeading({ type }))).toEqual(['Scene', 'Scene Heading'])
  })
})

describe('what is read aloud (product §4)', () => {
  test('includes everything by default', () => {
    expect(READING_PRESETS[0]?.name).toBe('Everything')
  })

  test.each([
    ['Everything', [...LINE_TYPES, 'Shot']],
    ['Table read', ['Dialogue', 'Action', 'Scene', 'Scene Heading', 'New Act', 'Transition', 'Shot']],
    ['Dialogue only', ['Dialogue']],
  ])('with "%s" is %s', (preset, types) => {
    expect(heard(preset)).toEqual(types)
  })

  test('can be set by single types; "other" covers every type without rules of its own', () => {
    expect(isSkipped({ type: 'Shot' }, ['other'])).toBe(true)
    expect(isSkipped({ type: 'Action' }, ['other'])).toBe(false)
    expect(isSkipped({ type: 'Scene' }, ['Scene Heading'])).toBe(true)
  })

  test('matches a preset in any order', () => {
    for (const { name, skipped } of READING_PRESETS) expect(presetOf(skipped.toReversed())).toBe(name)
    expect(presetOf(['Parenthetical', 'Character', 'Character'])).toBe('Table read')
    expect(presetOf(['Action'])).toBeUndefined()
  })

  test('toggles a single kind', () => {
    expect(switchKind(['Action'], 'Transition', false)).toEqual(['Action', 'Transition'])
    expect(switchKind(['Action', 'Transition'], 'Action', true)).toEqual(['Transition'])
    expect(switchKind(['Action'], 'Action', false)).toEqual(['Action'])
  })
})
