import { describe, expect, test } from 'vitest'
import { freshStores, type OpenStores } from '../../testing/fresh-stores.ts'
import { script } from '../../testing/new-script.ts'
import { SETTLED_MS } from '../account-store.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000)
const ada = { uid: 'ada', requestId: 'r1' }
const eve = { uid: 'eve', requestId: 'r2' }
const CLOSED = { code: 'UNAUTHENTICATED' }

/** The behavior every AccountStore has (product §10). */
export function accountStoreContract(name: string, open: OpenStores): void {
  describe(`AccountStore on ${name}`, () => {
    const stores = freshStores(open)

    test('a closed account is to be erased until it is finished, the oldest first', async () => {
      const { accounts } = stores
      expect(await accounts.isClosed('ada')).toBe(false)
      await accounts.close(eve, at(2))
      await accounts.close(ada, at(1))
      await accounts.close({ ...ada, requestId: 'again' }, at(3))
      expect(await accounts.unfinished(at(3), 9)).toMatchObject([ada, eve])
      expect(await accounts.unfinished(at(3), 1)).toMatchObject([ada])
      await accounts.finish('ada', at(3))
      await accounts.finish('ada', at(3))
      expect(await accounts.unfinished(at(3), 9)).toMatchObject([eve])
      expect(await accounts.isClosed('ada')).toBe(true)
    })

    test('a finished one is forgotten in its time, which begins when it is finished, another one never', async () => {
      const { accounts } = stores
      const [erased, again] = [90_000, 90_000 + SETTLED_MS / 1_000]
      await accounts.close(ada, at(1))
      await accounts.close(eve, at(1))
      await accounts.finish('ada', at(erased))
      await accounts.forget(at(erased))
      expect(await accounts.isClosed('ada')).toBe(true)
      await accounts.finish('ada', at(again))
      expect(await accounts.unfinished(at(again), 9)).toMatchObject([eve])
      await accounts.finish('ada', at(2 * again))
      await accounts.forget(at(again + 1))
      expect(await accounts.isClosed('ada')).toBe(false)
      expect(await accounts.isClosed('eve')).toBe(true)
    })

    test('takes no script, no preferences and no key of an upload any more', async () => {
      await stores.accounts.close(ada, at(1))
      await expect(stores.scripts.insert(script('a'))).rejects.toMatchObject(CLOSED)
      await expect(stores.scripts.cancelUpload('ada', 'key', 'r', at(1))).rejects.toMatchObject(CLOSED)
      await expect(stores.preferences.change('ada', { rate: 2 })).rejects.toMatchObject(CLOSED)
      expect(await stores.scripts.usage('ada')).toEqual({ scripts: 0, bytes: 0 })
      expect(await stores.preferences.find('ada')).toEqual({ skippedLineTypes: [] })
    })

    test('of uploads that run while it is closed none stays', async () => {
      const ids = Array.from({ length: 20 }, (_, n) => `s${n}`)
      const uploads = ids.map((id) => stores.scripts.insert(script(id)).catch(() => undefined))
      await stores.accounts.close(ada, at(1))
      // What was there when it was closed is found and removed; what came later was refused.
      for (const { _id } of await stores.scripts.list('ada', { limit: 99 }))
        await stores.scripts.remove(_id, 'r')
      await Promise.all(uploads)
      expect(await stores.scripts.list('ada', { limit: 99 })).toEqual([])
    })
  })
}
