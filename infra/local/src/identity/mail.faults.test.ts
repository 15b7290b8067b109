import type { DevelopmentMailbox } from '@andscene/contracts/platform'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { DEMO_ACCOUNT, post, PUBLIC_ORIGIN, startIdentity } from '../testing/identity-process.ts'
import { temporaryDir } from '../testing/launched.ts'
import { MAILBOX_LIMIT } from './mailbox.ts'

vi.setConfig({ testTimeout: 60_000 })

const start = async (folder: string) => {
  const identity = await startIdentity(folder)
  const headers = { 'x-identity-secret': identity.keys.secret }
  const read = async () => {
    const response = await fetch(`${identity.url}/identity/mailbox`, { headers })
    return ((await response.json()) as DevelopmentMailbox).mails
  }
  return { ...identity, read }
}
const PERSON = { email: 'writer@example.com', password: 'Act-Three-3' }
const RESET = { requestType: 'PASSWORD_RESET', email: DEMO_ACCOUNT.email }

test('decision 0024: lists mails newest first, and marks a used link as spent', async () => {
  const folder = await temporaryDir()
  const first = await start(folder)
  const { idToken } = (await first.call('accounts:signUp', PERSON)).body
  await first.call('accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  await first.call('accounts:sendOobCode', RESET)
  const mails = await first.read()
  expect(mails).toMatchObject([
    { to: DEMO_ACCOUNT.email, subject: 'Reset your password', spent: false },
    { to: PERSON.email, subject: 'Verify your email address', spent: false },
  ])
  const [reset, verification] = mails.map(({ path: link }) => new URL(link, 'http://x'))
  expect(verification?.pathname).toBe('/auth/action')
  expect(verification?.searchParams.get('mode')).toBe('verifyEmail')
  expect(reset?.searchParams.get('mode')).toBe('resetPassword')
  const oobCode = verification?.searchParams.get('oobCode')
  expect((await first.call('accounts:update', { oobCode })).status).toBe(200)
  expect((await first.read()).map(({ spent }) => spent)).toEqual([false, true])

  // Sent mails are still listed after a restart.
  await first.kill()
  const second = await start(folder)
  expect((await second.read()).map(({ spent }) => spent)).toEqual([false, true])
  const { localId } = (await second.call('accounts:signInWithPassword', PERSON)).body
  expect((await second.admin('accounts:delete', { localId })).status).toBe(200)
  expect((await second.read()).map(({ to }) => to)).toEqual([DEMO_ACCOUNT.email])
})

test('product §10: when mails and codes are requested repeatedly, stores only the newest', async () => {
  const folder = await temporaryDir()
  const identity = await start(folder)
  const ask = () => identity.call('accounts:sendOobCode', RESET)
  for (let round = 0; round < 6; round++) await Promise.all(Array.from({ length: 20 }, ask))
  expect(await identity.read()).toHaveLength(MAILBOX_LIMIT)
  const { oobs } = JSON.parse(await readFile(path.join(folder, 'accounts.json'), 'utf8')) as {
    oobs: unknown[]
  }
  expect(oobs).toHaveLength(100)
  const newest = [...identity.said().matchAll(/oobCode=([\w-]+)/g)].at(-1)?.[1]
  const reset = { oobCode: newest, newPassword: 'Scene-Two-2' }
  expect((await identity.call('accounts:resetPassword', reset)).status).toBe(200)
})

test('decision 0047: an invitation stays unspent in the mailbox until the account of its address is deleted', async () => {
  const folder = await temporaryDir()
  const first = await start(folder)
  const secret = { 'x-identity-secret': first.keys.secret }
  const put = (mail: object, headers: Record<string, string> = secret) =>
    post(`${first.url}/identity/mailbox`, mail, headers)
  const mail = {
    to: 'Writer@Example.com',
    subject: '“The Last Bus” was shared with you',
    path: '/scripts/s1',
  }
  expect((await put(mail)).status).toBe(200)
  expect((await put(mail, {})).status).toBe(403)
  for (const other of [
    { ...mail, path: '//evil.example' },
    { ...mail, to: '' },
    { to: mail.to },
    [],
    { ...mail, subject: 'x'.repeat(20_000) },
  ])
    expect((await put(other)).status).toBe(400)
  expect(first.said()).toContain(`${PUBLIC_ORIGIN}/scripts/s1`)
  await first.kill()

  const second = await start(folder)
  expect(await second.read()).toMatchObject([{ ...mail, spent: false }])
  const { localId } = (await second.call('accounts:signUp', PERSON)).body
  await second.admin('accounts:delete', { localId })
  expect(await second.read()).toEqual([])
})
