import { initializeApp } from 'firebase/app'
import * as sdk from 'firebase/auth'
import { getConfig } from '../config.ts'

/**
 * The identity SDK with two Auth instances: `auth` stores the session's user in this browser; `attempts`, in memory
 * only, authenticates and registers (product §6). Import it dynamically, through `identity.ts`.
 */
const config = getConfig()

export const auth = sdk.initializeAuth(initializeApp(config.firebase), {
  persistence: [sdk.indexedDBLocalPersistence, sdk.browserLocalPersistence, sdk.inMemoryPersistence],
})
export const attempts = sdk.initializeAuth(initializeApp(config.firebase, 'attempts'), {
  persistence: sdk.inMemoryPersistence,
})
if (config.identityEmulator !== undefined) {
  const { origin } = new URL(config.identityEmulator, globalThis.location.origin)
  for (const instance of [auth, attempts]) {
    sdk.connectAuthEmulator(instance, origin, { disableWarnings: true })
  }
}

export { sdk }
