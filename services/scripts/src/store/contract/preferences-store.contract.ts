import { describe, expect, test } from 'vitest'
import { freshStores, type OpenStores } from '../../testing/fresh-stores.ts'

/** The behavior every PreferencesStore has (product §4). */
export function preferencesStoreContract(name: string, open: OpenStores): void {
  describe(`PreferencesStore on ${name}`, () => {
    const stores = freshStores(open)

    test('the last change counts, per person; what it does not name stays', async () => {
      const { preferences } = stores
      expect(await preferences.find('ada')).toEqual({ skippedLineTypes: [] })
      expect(await preferences.change('ada', { rate: 1.5 })).toEqual({ skippedLineTypes: [], rate: 1.5 })
      const changed = { skippedLineTypes: ['Action', 'other'], rate: 1.5 as const }
      expect(await preferences.change('ada', { skippedLineTypes: ['Action', 'other'] })).toEqual(changed)
      expect(await preferences.change('ada', {})).toEqual(changed)
      expect(await preferences.find('ada')).toEqual(changed)
      expect(await preferences.change('ada', { rate: 1 })).toEqual({ ...changed, rate: 1 })
      expect(await preferences.find('eve')).toEqual({ skippedLineTypes: [] })
    })

    test('ten concurrent first changes are one', async () => {
      const change = { skippedLineTypes: ['Action'] }
      await Promise.all(Array.from({ length: 10 }, () => stores.preferences.change('ada', change)))
      expect(await stores.preferences.find('ada')).toEqual(change)
    })

    test('concurrent changes of two fields both count', async () => {
      await stores.preferences.change('ada', { rate: 2 })
      await Promise.all([
        stores.preferences.change('ada', { rate: 0.5 }),
        stores.preferences.change('ada', { skippedLineTypes: ['Scene'] }),
      ])
      expect(await stores.preferences.find('ada')).toEqual({ skippedLineTypes: ['Scene'], rate: 0.5 })
    })

    test('are removed with their person, and others keep theirs', async () => {
      const { preferences } = stores
      await preferences.change('ada', { rate: 2 })
      await preferences.change('eve', { rate: 2 })
      await preferences.remove('ada')
      await preferences.remove('ada')
      expect(await preferences.find('ada')).toEqual({ skippedLineTypes: [] })
      expect(await preferences.find('eve')).toMatchObject({ rate: 2 })
    })
  })
}
