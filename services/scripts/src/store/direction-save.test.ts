import { DIRECTIONS_LIMIT, DIRECTIONS_LIMIT_BYTES } from '@andscene/contracts/limits'
import { expect, test } from 'vitest'
import {
  applyDirection,
  type DirectionSave,
  type KeptDirections,
  type StoredDirection,
} from './direction-save.ts'

const at = new Date('2026-05-06T07:08:09.010Z')
const ada = { uid: 'ada', name: 'Ada' }
const sad = { id: 'take-sad', delivery: { name: 'sad' } } as const
const none: KeptDirections = { directions: new Map(), directors: [], castingVersion: 4e15 }
const apply = (present: KeptDirections, over: Partial<DirectionSave> = {}) =>
  applyDirection(present, {
    lineId: 'l1',
    seen: present.directions.get(over.lineId ?? 'l1')?.version ?? 0,
    wanted: { takes: [sad], chosen: sad.id },
    by: ada,
    at,
    requestId: 'r',
    ...over,
  })

const long = (letter: string) => ({ ...sad, id: letter.repeat(DIRECTIONS_LIMIT_BYTES / 2) })

test('the version increases although the clock of another process is ahead', () => {
  const { castingVersion, directions } = apply(none)
  expect([castingVersion, directions.get('l1')!.version]).toEqual([4e15 + 1, 4e15 + 1])
})

test('product §5: a take with another delivery is the take of who changed it; one with another id is another take', () => {
  const before = apply(none)
  const ben = { uid: 'ben', name: 'Ben' }
  const slower = { ...sad, delivery: { name: 'sad', pace: 0.8 } } as const
  const changed = apply(before, { by: ben, wanted: { takes: [slower], chosen: sad.id } })
  const [take] = changed.directions.get('l1')!.takes
  expect([take!.delivery, changed.directors[take!.by]]).toEqual([slower.delivery, ben])
  const renamed = { takes: [{ ...sad, id: 'take-other' }], chosen: null }
  expect(apply(apply(none, { wanted: { takes: [sad], chosen: null } }), { wanted: renamed }).outcome).toBe(
    'changed',
  )
})

test('product §5: the takes of a director have the latest name', () => {
  const renamed = { uid: 'ada', name: 'Ada B.' }
  expect(apply(apply(none), { lineId: 'l2', by: renamed }).directors).toEqual([renamed])
})

test('product §5: a script has at most 5,000 directed lines, and 4 MiB of directions in UTF-8', () => {
  const direction: StoredDirection = { version: 1, takes: [], chosen: null }
  const many = Array.from({ length: DIRECTIONS_LIMIT }, (_, n) => [`line-${n}`, direction] as const)
  const full = { ...none, directions: new Map(many) }
  expect(apply(full).outcome).toBe('too-many')
  expect(apply(full, { lineId: 'line-1', seen: 1, wanted: null }).outcome).toBe('changed')
  expect(apply(full, { lineId: 'line-1', seen: 1 }).outcome).toBe('changed')
  expect(apply(none, { wanted: { takes: [long('e')], chosen: null } }).outcome).toBe('changed')
  expect(apply(none, { wanted: { takes: [long('é')], chosen: null } }).outcome).toBe('too-large')
})
