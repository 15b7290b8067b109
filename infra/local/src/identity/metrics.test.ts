import { freePort } from '@andscene/service-kit/free-port'
import { valueOf } from '@andscene/testing/scraped'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { startIdentity } from '../testing/identity-process.ts'
import { temporaryDir } from '../testing/launched.ts'
import { callOf } from './calls.ts'

const PERSON = { email: 'writer@example.com', password: 'Act-Three-3', returnSecureToken: true }

test(
  'decision 0055: the embedded identity counts calls, accounts and account writes on a separate port',
  { timeout: 60_000 },
  async () => {
    const folder = await temporaryDir()
    const port = await freePort()
    const identity = await startIdentity(folder, { METRICS_PORT: String(port) })
    const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const value = async (name: string, labels: Record<string, string> = {}) =>
      valueOf(await scrape(), name, labels)

    expect((await identity.call('accounts:signUp', PERSON)).status).toBe(200)
    expect(await value('identity_accounts')).toBe(2)
    const signUps = { call: 'accounts:signUp', status: '200' }
    await expect.poll(() => value('identity_request_duration_seconds_count', signUps)).toBe(1)
    expect(await value('identity_state_write_seconds_count')).toBeGreaterThan(0)
    expect(await value('data_disk_free_bytes')).toBeGreaterThan(0)

    // A folder replaces the accounts file, so that no account can be stored.
    const file = path.join(folder, 'accounts.json')
    await rm(file)
    await mkdir(path.join(file, 'in the way'), { recursive: true })
    const refused = await identity.call('accounts:signUp', { ...PERSON, email: 'other@example.com' })
    expect(refused.status).toBe(503)
    expect(await value('identity_state_write_failures_total')).toBe(1)

    // The identity port serves no metrics, and the metrics port serves nothing else.
    expect(await (await fetch(`${identity.url}/metrics`)).text()).not.toMatch(/identity_accounts/)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404)
  },
)

describe('decision 0055: an unknown URL has no metric series of its own', () => {
  test.each([
    ['/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k', 'accounts:signUp'],
    ['/identitytoolkit.googleapis.com/v1/projects/demo/accounts:lookup', 'accounts:lookup'],
    ['/identitytoolkit.googleapis.com/v1/projects/demo/accounts', 'accounts'],
    ['/securetoken.googleapis.com/v1/token?key=k', 'token'],
    ['/emulator/v1/projects/demo/oobCodes', 'oobCodes'],
    ['/identity/mailbox', 'mailbox'],
    ['/identitytoolkit.googleapis.com/v1/accounts:madeUp', 'other'],
    ['/a/b/c', 'other'],
    [undefined, 'other'],
  ])('%s is counted as %s', (url, call) => expect(callOf(url)).toBe(call))
})
