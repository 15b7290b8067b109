import { expect, test } from 'vitest'
import { Urgency } from './urgency.ts'

test('a change of the priority alone, or of who waits alone, is reported; setting the same again is not', () => {
  const urgency = new Urgency({ priority: 5, isAwaited: true })
  const seen: [number, boolean][] = []
  urgency.on('change', () => seen.push([urgency.priority, urgency.isAwaited]))
  urgency.set({ priority: 5, isAwaited: true })
  urgency.set({ priority: 3, isAwaited: true })
  urgency.set({ priority: 3, isAwaited: false })
  urgency.set({ priority: 3, isAwaited: false })
  urgency.set({ priority: 9, isAwaited: false })
  expect(seen).toEqual([
    [3, true],
    [3, false],
    [9, false],
  ])
})
