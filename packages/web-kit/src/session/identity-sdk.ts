import { initializeApp } from 'firebase/app'
import * as sdk from 'firebase/auth'
import { getConfig } from '../config.ts'

/**
 * The identity SDK with its two Auth instances: `auth` keeps the session's person in this browser; on `attempts`, which
 * lives in this page's memory alone, people prove who they are and register (product §6). This module is only ever
 * imported dynamically (through `identity.ts`), so that the landing page's first paint does not load the SDK.
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
