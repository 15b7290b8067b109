import { expect, test } from 'vitest'
import { freshStores, type Databases } from '../../testing/fresh-stores.ts'
import { casting, castingSave, script } from '../../testing/new-script.ts'

/** A time at which every command that was never sent is due. */
const SOME_TIME = new Date('2026-01-01T00:00:00Z')
const later = (ms: number) => new Date(SOME_TIME.getTime() + ms)

/** Tests that every CommandStore keeps the commands of ScriptStore until they are acknowledged (product §10). */
export function commandStoreContract({ open }: Databases): void {
  const stores = freshStores(open)
  const store = stores.scripts
  const { commands } = stores
  const cast = async (...ids: string[]) => {
    for (const id of ids) {
      await store.insert(script(id))
      await store.saveCasting(id, castingSave(casting('v'), 'r1'))
    }
  }

  test('removing a script stores a command', async () => {
    await cast('a')
    const [casted] = await commands.due(SOME_TIME, 10)
    await stores.progress.save('ada', 'a', { lastPlayedLineIndex: 1, lastUpdated: new Date() })
    expect(await store.remove('a', 'r2')).toBe(true)
    expect(await store.remove('a', 'r3')).toBe(false)
    expect(await store.find('a', [])).toBeUndefined()
    expect(await store.findLines('a')).toBeUndefined()
    expect(await store.list('ada', { limit: 9 })).toEqual([])

    await commands.acknowledge(casted!)
    const [command] = await commands.due(SOME_TIME, 10)
    expect(command).toEqual({ scriptId: 'a', kind: 'deleted', mark: expect.any(Number), requestId: 'r2' })
    await commands.acknowledge(command!)
    expect(await commands.due(SOME_TIME, 10)).toEqual([])
    expect(await stores.progress.find('ada', 'a')).toBeUndefined()
  })

  test('acknowledging an unknown or earlier command changes nothing and does not throw', async () => {
    await cast('a')
    const [command] = await commands.due(SOME_TIME, 10)
    for (const off of [-1, 1]) await commands.acknowledge({ ...command!, mark: command!.mark + off })
    await commands.acknowledge({ ...command!, kind: 'deleted' })
    await commands.acknowledge({ ...command!, scriptId: 'b' })
    expect(await commands.due(SOME_TIME, 10)).toEqual([command])
    expect(await store.find('a', [])).toBeDefined()
  })

  test('unacknowledged commands are counted, sent or not, with the time of the oldest', async () => {
    expect(await commands.pending()).toEqual({ count: 0, oldestAt: undefined })
    const before = Date.now()
    await cast('a', 'b', 'c')
    await store.remove('c', 'r2')
    const due = await commands.due(SOME_TIME, 10)
    expect(due).toHaveLength(3)
    const oldest = due.toSorted((a, b) => a.mark - b.mark)[0]!
    await commands.defer(oldest, later(60_000))
    const { count, oldestAt } = await commands.pending()
    expect([count, oldestAt]).toEqual([3, Math.floor(oldest.mark / 1_000)])
    expect(oldestAt).toBeGreaterThanOrEqual(before)
    for (const command of due) await commands.acknowledge(command)
    expect(await commands.pending()).toEqual({ count: 0, oldestAt: undefined })
  })

  test('a later command is due immediately, even if the one before it was sent or is deferred again', async () => {
    await cast('a')
    const [first] = await commands.due(SOME_TIME, 10)
    await commands.defer(first!, later(60_000))
    await store.saveCasting('a', castingSave(casting('w'), 'r2'))
    await commands.defer(first!, later(60_000))
    expect(await commands.due(SOME_TIME, 10)).toMatchObject([{ requestId: 'r2' }])
    await store.remove('a', 'r3')
    expect(await commands.due(SOME_TIME, 10)).toMatchObject([{ kind: 'deleted', requestId: 'r3' }])
  })

  test('returns at most the requested number: first commands that were never sent, then deferred ones by their time', async () => {
    await cast('a', 'b', 'c')
    expect(await commands.due(SOME_TIME, 2)).toHaveLength(2)
    const due = await commands.due(SOME_TIME, 10)
    const byId = (id: string) => due.find(({ scriptId }) => scriptId === id)!
    await commands.defer(byId('a'), later(2_000))
    await commands.defer(byId('b'), later(1_000))
    expect((await commands.due(later(5_000), 10)).map(({ scriptId }) => scriptId)).toEqual(['c', 'b', 'a'])
  })
}
