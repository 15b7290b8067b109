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
  return {
    device,
    clock,
    drafts: createDrafts({ entries: device.tab(), prefix: 'd_', clock, now: () => clock.now() }),
  }
}

/** Texts of the drafts that a new tab on this device offers. */
const leftOn = (device: ReturnType<typeof createFakeDevice>) =>
  open(device)
    .drafts.leftBehind()
    .map(({ draft: { text } }) => text)

test('product §12: stores typed text within 300 ms and restores it in the next tab', async () => {
  const { device, clock, drafts } = open()
  drafts.set('line:l1', draft('H'))
  drafts.set('line:l1', draft('Hello'))
  expect(device.kept.size).toBe(0)
  await clock.advance(KEEP_DRAFT_AFTER_MS)
  expect(KEEP_DRAFT_AFTER_MS).toBeLessThanOrEqual(300)
  expect(open(device).drafts.get('line:l1')).toMatchObject(draft('Hello'))
})

test('removes a draft that was sent or discarded', async () => {
  const { device, clock, drafts } = open()
  drafts.set('line:l1', draft('Hello'))
  drafts.drop('line:l1', draft('Hello'))
  await clock.advance(KEEP_DRAFT_AFTER_MS)
  expect(device.kept.size).toBe(0)
  expect(drafts.getSnapshot()).toEqual([])
})

test('product §12: two tabs that write on one line keep their own drafts when closed', async () => {
  const device = createFakeDevice()
  const [one, two] = [open(device), open(device)]
  one.drafts.set('line:l1', { ...draft('From one'), noteId: 'note-of-tab-one--' })
  two.drafts.set('line:l1', { ...draft('From two'), noteId: 'note-of-tab-two--' })
  one.drafts.flush()
  two.drafts.flush()
  expect(leftOn(device).toSorted()).toEqual(['From one', 'From two'])
  two.drafts.drop('line:l1', { noteId: 'note-of-tab-two--' })
  expect(leftOn(device)).toEqual(['From one'])
})

test('does not offer drafts that another tab has sent or is writing; keeps drafts of this tab', () => {
  const device = createFakeDevice()
  const first = open(device)
  first.drafts.set('line:l1', draft('Hello'))
  first.drafts.flush()
  const second = open(device)
  expect(second.drafts.leftBehind()).toHaveLength(1)
  first.drafts.drop('line:l1', draft('Hello'))
  expect(second.drafts.leftBehind()).toEqual([])
  second.drafts.set('line:l2', { ...draft('Mine'), noteId: 'another-of-sixteen' })
  first.drafts.set('line:l3', { ...draft('Theirs'), noteId: 'a-third-of-sixteen' })
  first.drafts.flush()
  expect(second.drafts.getSnapshot().map(({ draft: { text } }) => text)).toEqual(['Mine'])
})

test('reads a draft of the previous release, whose key has no note id', () => {
  const device = createFakeDevice()
  device.kept.set('d_line:l1', JSON.stringify(draft('Before')))
  const { drafts } = open(device)
  expect(drafts.get('line:l1')?.text).toBe('Before')
  drafts.drop('line:l1', draft('Before'))
  expect(leftOn(device)).toEqual([])
})

test('product §12: sorts drafts by time, regardless of place and key', async () => {
  const { device, clock, drafts } = open()
  drafts.set('line:l9', { ...draft('First'), noteId: 'z-of-sixteen----' })
  await clock.advance(1_000)
  drafts.set('line:l1', { ...draft('Second'), noteId: 'a-of-sixteen----' })
  drafts.flush()
  expect(leftOn(device)).toEqual(['First', 'Second'])
})
