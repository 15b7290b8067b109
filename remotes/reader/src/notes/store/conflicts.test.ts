import { describe, expect, test } from 'vitest'
import { createFakeDevice, createFakeServer, newNote, openNotes, withNote } from '../testing/notes-world.ts'

describe('product §12: concurrent edits of a note', () => {
  test('an editor opened before the other edit overwrites nothing', async () => {
    const { store, note, settle, backend, changeByOther } = await withNote()
    const seen = store.seen(note())
    await changeByOther({ text: 'Theirs' })
    store.change(note(), { text: 'Mine' }, seen)
    await settle()
    expect(backend.notes.get('note')?.text).toBe('Theirs')
    expect(note()).toMatchObject({ text: 'Theirs', refusal: { kind: 'conflict' } })
    expect(note().refused).toMatchObject({ change: { text: 'Mine' } })
  })

  test.each([
    ['from the refusal, without another request', true, 0],
    ['from a new request if the refusal lacks it', false, 1],
  ])('takes the current note %s', async (_what, sendsPresent, lists) => {
    const { store, note, settle, backend } = await withNote()
    Object.assign(backend, { sendsPresent })
    backend.set('note', { text: 'Theirs' })
    backend.calls.length = 0
    store.change(note(), { text: 'Mine' })
    await settle()
    expect(note()).toMatchObject({ text: 'Theirs', refusal: { kind: 'conflict' } })
    expect(backend.calls.filter((call) => call.startsWith('list'))).toHaveLength(lists)
  })

  test.each([
    ['text and colour', { colour: 'pink' }, { text: 'Mine' }],
    ['colour and text', { text: 'Theirs' }, { colour: 'pink' }],
    ['category and colour', { category: 'Story' }, { colour: 'pink' }],
    ['colour and colour', { colour: 'blue' }, { colour: 'pink' }],
    ['text and resolved state', { resolvedAt: '2026-11-21T12:00:00.000Z' }, { text: 'Mine' }],
    ['the same text', { text: 'Same' }, { text: 'Same', colour: 'pink' }],
  ] as const)('are merged if they change different fields: %s', async (_what, theirs, own) => {
    const { store, note, settle, backend, changeByOther } = await withNote()
    const { _id, text, colour, category } = note()
    const seen = store.seen(note())
    await changeByOther(theirs)
    // Like the editor, sends all fields that it shows.
    store.change(note(), { text, colour, category, ...own }, seen)
    await settle()
    expect(backend.notes.get(_id)).toMatchObject({ text: 'Before', ...theirs, ...own })
    expect(store.getSnapshot().unsent).toEqual([])
  })

  test('an edit without changes sends nothing, even if the note was changed meanwhile', async () => {
    const { store, note, settle, backend, changeByOther } = await withNote()
    const seen = store.seen(note())
    await changeByOther({ text: 'Theirs' })
    store.change(note(), { text: 'Before', colour: 'yellow', category: 'General' }, seen)
    await settle()
    expect(backend.notes.get('note')?.text).toBe('Theirs')
    expect(store.getSnapshot().unsent).toEqual([])
  })

  test('with two edits in a row, the second does not overwrite an edit made in between', async () => {
    const { store, note, settle, backend } = await withNote()
    const change = backend.server.change
    let isFirst = true
    backend.server.change = async (id, body) => {
      const changed = await change(id, body)
      if (isFirst) backend.set('note', { text: 'Theirs' })
      isFirst = false
      return changed
    }
    store.change(note(), { text: 'One' })
    store.change(note(), { text: 'Two' })
    await settle()
    expect(backend.notes.get('note')?.text).toBe('Theirs')
    expect(note()).toMatchObject({ refusal: { kind: 'conflict' }, refused: { change: { text: 'Two' } } })
  })

  test('keeping mine overwrites only the version that was shown: a later one is a conflict again', async () => {
    const { store, note, settle, backend } = await withNote()
    backend.set('note', { text: 'Theirs' })
    store.change(note(), { text: 'Mine' })
    await settle()
    backend.set('note', { text: 'Third' })
    store.sendAgain(note().refused!)
    await settle()
    expect(backend.notes.get('note')?.text).toBe('Third')
    expect(note()).toMatchObject({ text: 'Third', refusal: { kind: 'conflict' } })
  })

  test('a new note sent by two tabs with different texts is a conflict, not dropped', async () => {
    const backend = createFakeServer()
    const device = createFakeDevice()
    const [one, two] = [openNotes({ backend, device, name: 'a' }), openNotes({ backend, device, name: 'b' })]
    await one.settle()
    await two.settle()
    const note = newNote('From the first tab')
    one.store.create(note)
    await one.settle()
    two.store.create({ ...note, text: 'From the second tab' })
    await two.settle()
    expect(two.store.ofLine('l0')[0]!.note).toMatchObject({
      text: 'From the first tab',
      refusal: { kind: 'conflict' },
      refused: { change: { text: 'From the second tab' } },
    })
    two.store.sendAgain(two.store.ofLine('l0')[0]!.note.refused!)
    await two.settle()
    expect(backend.notes.get(note._id)?.text).toBe('From the second tab')
  })
})
