import { describe, expect, test } from 'vitest'
import { createFakeDevice, createFakeServer, newNote, openNotes, withNote } from '../testing/notes-world.ts'

describe('product §12: two edits of one note', () => {
  test('an editor that was open when the other edit came overwrites nothing', async () => {
    const { store, note, settle, backend, told } = await withNote()
    const seen = store.seen(note())
    await told({ text: 'Theirs' })
    store.change(note(), { text: 'Mine' }, seen)
    await settle()
    expect(backend.notes.get('note')?.text).toBe('Theirs')
    expect(note()).toMatchObject({ text: 'Theirs', refusal: { kind: 'conflict' } })
    expect(note().refused).toMatchObject({ change: { text: 'Mine' } })
  })

  test.each([
    ['is in the refusal: it is not asked for once more', true, 0],
    ['is asked for when the refusal lacks it', false, 1],
  ])('the present note %s', async (_what, tellsPresent, lists) => {
    const { store, note, settle, backend } = await withNote()
    Object.assign(backend, { tellsPresent })
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
    ['text and whether it is resolved', { resolvedAt: '2026-11-21T12:00:00.000Z' }, { text: 'Mine' }],
    ['the same text', { text: 'Same' }, { text: 'Same', colour: 'pink' }],
  ] as const)('are one where they do not touch: %s', async (_what, theirs, own) => {
    const { store, note, settle, backend, told } = await withNote()
    const { _id, text, colour, category } = note()
    const seen = store.seen(note())
    await told(theirs)
    // As the editor sends it: everything that it shows.
    store.change(note(), { text, colour, category, ...own }, seen)
    await settle()
    expect(backend.notes.get(_id)).toMatchObject({ text: 'Before', ...theirs, ...own })
    expect(store.getSnapshot().unsent).toEqual([])
  })

  test('an edit that changes nothing is none, whatever came meanwhile', async () => {
    const { store, note, settle, backend, told } = await withNote()
    const seen = store.seen(note())
    await told({ text: 'Theirs' })
    store.change(note(), { text: 'Before', colour: 'yellow', category: 'General' }, seen)
    await settle()
    expect(backend.notes.get('note')?.text).toBe('Theirs')
    expect(store.getSnapshot().unsent).toEqual([])
  })

  test('of two changes in a row the second does not overwrite what came between them', async () => {
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

  test('mine is kept upon what was shown: a third text is asked about again', async () => {
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

  test('a new note that two tabs have written on is asked about, not dropped', async () => {
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
