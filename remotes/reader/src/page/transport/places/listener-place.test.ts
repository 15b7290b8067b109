import { mapScript } from '@andscene/screenplay/navigation'
import { describe, expect, test } from 'vitest'
import { initialState, type PlayerSnapshot } from '../../../player/engine/state.ts'
import { readingOf } from '../../../player/testing/player-harness.ts'
import { line as lineOf } from '../../../testing/line.ts'
import { placeOf } from './listener-place.ts'

const lines = Array.from({ length: 45 }, (_, index) =>
  lineOf(index, index % 10 === 5 ? 'Scene Heading' : 'Action', 'x', {
    act: index < 25 ? 1 : 2,
    ...(index === 15 && { sceneNumber: '9A' }),
  }),
)
const map = mapScript(lines)
const at = (line: number, rest: Partial<PlayerSnapshot> = {}) =>
  placeOf(
    {
      ...initialState(readingOf([]), 1).shown,
      state: 'stopped',
      line,
      page: map.pages.findIndex(({ end }) => line < end),
      ...rest,
    },
    map,
    lines,
  )

describe('product §2 current position', () => {
  test('shows page, scene and act, with the scene numbers of the script', () => {
    const place = at(16)
    expect(place.page).toMatchObject({ value: '1', total: map.pages.length })
    expect(place.scene.value).toBe('9A')
    expect(place.act).toMatchObject({ value: '1', total: 2 })
    expect(at(30).act.value).toBe('2')
    expect(at(2).scene).toMatchObject({ value: '–', dash: 'before the first' })
    expect(at(26).scene).toMatchObject({ value: '–', dash: 'without a number', total: undefined })
  })

  test('act, scene and line buttons are disabled at their first or last item', () => {
    for (const unit of ['line', 'act', 'scene'] as const) {
      expect(at(0)[unit].can).toEqual({ previous: false, next: true })
      expect(at(44)[unit].can).toEqual({ previous: true, next: false })
    }
  })

  test('page buttons are disabled at the first or last page and while playing', () => {
    expect(at(0).page.can).toEqual({ previous: false, next: true })
    expect(at(44).page.can).toEqual({ previous: true, next: false })
    expect(at(22, { state: 'playing' }).page.can).toEqual({ previous: false, next: false })
    expect(at(22, { state: 'loading' }).page.can).toEqual({ previous: false, next: false })
    expect(at(22, { state: 'paused' }).page.can).toEqual({ previous: true, next: true })
  })

  test('a script without lines has no moves', () => {
    const empty = placeOf(initialState(readingOf([]), 1).shown, mapScript([]), [])
    for (const { can } of Object.values(empty)) expect(can).toEqual({ previous: false, next: false })
  })
})
