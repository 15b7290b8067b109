import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Stores } from './open-stores.ts'

/** The behaviour every PreferencesStore has (product §4). `open` gives empty stores. */
export function preferencesStoreContract(name: string, open: () => Promise<Stores>): void {
  describe(`PreferencesStore on ${name}`, () => {
    let stores: Stores
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    test('the last saved counts, per person', async () => {
      const { preferences } = stores
      expect(await preferences.find('ada')).toBeUndefined()
      await preferences.save('ada', { skippedLineTypes: ['Action'] })
      await preferences.save('ada', { skippedLineTypes: ['Character', 'other'] })
      expect(await preferences.find('ada')).toEqual({ skippedLineTypes: ['Character', 'other'] })
      expect(await preferences.find('eve')).toBeUndefined()
    })

    test('ten first saves at once are one', async () => {
      const saved = { skippedLineTypes: ['Action'] }
      await Promise.all(Array.from({ length: 10 }, () => stores.preferences.save('ada', saved)))
      expect(await stores.preferences.find('ada')).toEqual(saved)
    })
  })
}
