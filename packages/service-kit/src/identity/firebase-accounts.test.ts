import { PROJECT, startGoogleIdentity, type GoogleIdentity } from '@andscene/testing/google-identity'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectFirebase } from './firebase-accounts.ts'

describe('product §6: accounts of Firebase', () => {
  let google: GoogleIdentity
  let identity: ReturnType<typeof connectFirebase>
  beforeEach(async () => {
    google = await startGoogleIdentity()
    identity = connectFirebase(PROJECT, google.options, 3_000)
  })
  afterEach(async () => {
    await identity.close()
    await google.close()
  })

  test('are deleted, and deleting again succeeds', async () => {
    google.accounts.set('ada', { email: 'ada@andscene.example', emailVerified: true })
    expect(await identity.accounts.verifiedEmail('ada')).toBe('ada@andscene.example')
    await identity.accounts.remove('ada')
    expect(google.accounts.has('ada')).toBe(false)
    await identity.accounts.remove('ada')
    expect(await identity.accounts.verifiedEmail('ada')).toBeUndefined()
  })

  test('return an address only when it is verified', async () => {
    google.accounts.set('eve', { email: 'ada@andscene.example', emailVerified: false })
    expect(await identity.accounts.verifiedEmail('eve')).toBeUndefined()
  })

  test('are not treated as deleted while the service is unavailable', async () => {
    google.accounts.set('ada', {})
    google.state.lookups = 'broken'
    await expect(identity.accounts.verifiedEmail('ada')).rejects.toMatchObject({ code: 'AWAY' })
    await expect(identity.accounts.remove('ada')).rejects.toMatchObject({ code: 'AWAY' })
    expect(google.accounts.has('ada')).toBe(true)
  })
})
