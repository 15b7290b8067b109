import { expect, test } from 'vitest'
import { createFakeClock } from '../../player/testing/fake-clock.ts'
import { createFakeDevice } from '../testing/notes-world.ts'
import { createDrafts, KEEP_DRAFT_AFTER_MS, type Draft } from './drafts.ts'

const draft = (text: string): Draft => ({
  noteId: 'note-of-sixteen',
  text,
  colour: 'blue',
  category: 'Story',
})

function open(device = createFakeDevice()) {
  const clock = createFakeClock()
  return { device, clock, drafts: createDrafts({ entries: device.tab(), prefix: 'd_', clock }) }
}

test('product §12: what is typed is kept within 300 ms, and is there in the next tab', async () => {
  const { device, clock, drafts } = open()
  drafts.set('line:l1', draft('H'))
  drafts.set('line:l1', draft('Hello'))
  expect(device.kept.size).toBe(0)
  await clock.advance(KEEP_DRAFT_AFTER_MS)
  expect(KEEP_DRAFT_AFTER_MS).toBeLessThanOrEqual(300)
  expect(open(device).drafts.get('line:l1')).toEqual(draft('Hello'))
})

test('product §12: a page that is left keeps it at once', () => {
  const { device, drafts } = open()
  drafts.set('reply:n1', draft('Yes'))
  drafts.flush()
  expect(open(device).drafts.get('reply:n1')?.text).toBe('Yes')
})

test('a draft that was sent or thrown away does not come back', async () => {
  const { device, clock, drafts } = open()
  drafts.set('line:l1', draft('Hello'))
  drafts.drop('line:l1')
  await clock.advance(KEEP_DRAFT_AFTER_MS)
  expect(device.kept.size).toBe(0)
  expect(drafts.places()).toEqual([])
})
