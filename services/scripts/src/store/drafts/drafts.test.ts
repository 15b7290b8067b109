import { describe } from 'vitest'
import { draftCrashes } from '../../testing/draft-crashes.ts'
import { embeddedStores } from '../../testing/fresh-stores.ts'

describe('on SQLite', () => {
  draftCrashes(embeddedStores)
})
