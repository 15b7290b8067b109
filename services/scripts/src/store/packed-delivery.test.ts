import type { Delivery } from '@andscene/contracts/voices/delivery'
import { expect, test } from 'vitest'
import { applyDirection, directionsIn, directionsJson, type KeptDirections } from './direction-save.ts'
import { unpacked } from './packed-delivery.ts'

/** A recording of a line of so many words. */
const recorded = (words: number): Delivery => ({
  name: 'sad',
  emphasis: [[0, 4]],
  melody: Array.from({ length: words }, (_, n) => ({
    at: n * 7,
    length: 6,
    ms: 180 + 37 * (n % 9),
    pauseMs: n % 4 === 3 ? 250 : 0,
    semitones: n % 5 === 4 ? [] : [-11.9, (n - 5) / 10, 0, 3.7, 12],
  })),
})
const EMPTY: KeptDirections = { directions: new Map(), directors: [], castingVersion: 1 }
const save = (present: KeptDirections, lineId: string, deliveries: readonly Delivery[]) =>
  applyDirection(present, {
    lineId,
    seen: present.directions.get(lineId)?.version ?? 0,
    wanted: {
      takes: deliveries.map((delivery, n) => ({
        id: `take-${crypto.randomUUID()}-${n}`,
        delivery,
      })),
      chosen: null,
    },
    by: { uid: 'ada', name: 'Ada' },
    at: new Date('2026-05-06T07:08:09.010Z'),
    requestId: 'r',
  })

test('product §5 a script of 3,000 lines can be directed by recording, with two takes each', () => {
  const one = save(EMPTY, 'l0', [recorded(12), recorded(12)])
  const [direction] = one.directions.values()
  const directions = new Map(
    Array.from({ length: 3_000 }, (_, n) => [`${crypto.randomUUID().slice(0, 24)}${n}`, direction!]),
  )
  expect(save({ ...one, directions }, 'last', [recorded(12)]).outcome).toBe('changed')
})

test('a recording is stored without loss, and in less than a third of its JSON', () => {
  const sent = recorded(150)
  const { directions } = save(EMPTY, 'l1', [sent])
  const json = directionsJson(directions)
  expect(json.length).toBeLessThan(JSON.stringify(sent).length / 3)
  expect(unpacked(directionsIn(json).get('l1')!.takes[0]!.delivery)).toEqual(sent)
})

test('directions of older releases, with melodies in full, are read, and equal ones are unchanged', () => {
  const delivery = recorded(9)
  const take = { id: 'take-old-one', delivery, by: 0, at: 1 }
  const old = JSON.stringify([['l1', { version: 3, takes: [take], chosen: null }]])
  const present = { ...EMPTY, directors: [{ uid: 'ada', name: 'Ada' }], directions: directionsIn(old) }
  const again = applyDirection(present, {
    lineId: 'l1',
    seen: 3,
    wanted: { takes: [{ id: take.id, delivery }], chosen: null },
    by: { uid: 'ada', name: 'Ada' },
    at: new Date(),
    requestId: 'r',
  })
  expect(again.outcome).toBe('unchanged')
  expect(unpacked(present.directions.get('l1')!.takes[0]!.delivery)).toEqual(delivery)
})
