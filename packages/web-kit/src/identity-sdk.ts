import { initializeApp } from 'firebase/app'
import * as sdk from 'firebase/auth'
import { getConfig } from './config.ts'

/**
 * The identity SDK with its one Auth instance. This module is only ever imported dynamically (through
 * `identity.ts`), so that the landing page's first paint does not load the SDK.
 */
const config = getConfig()

export const auth = sdk.initializeAuth(initializeApp(config.firebase), {
  persistence: [sdk.indexedDBLocalPersistence, sdk.browserLocalPersistence, sdk.inMemoryPersistence],
})
if (config.identityEmulator !== undefined) {
  const { origin } = new URL(config.identityEmulator, globalThis.location.origin)
  sdk.connectAuthEmulator(auth, origin, { disableWarnings: true })
}

export { sdk }
