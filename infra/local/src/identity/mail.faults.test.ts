import type { DevelopmentMailbox } from '@andscene/contracts/platform'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DEMO_ACCOUNT, identityProcess, post, PUBLIC_ORIGIN } from '../testing/identity-process.ts'
import { temporaryDir } from '../testing/launched.ts'
import { MAILBOX_LIMIT } from './mailbox.ts'

const start = async (folder: string) => {
  const identity = await identityProcess(folder)
  onTestFinished(() => identity.kill('SIGKILL'))
  const read = async (headers: Record<string, string> = { 'x-identity-secret': identity.keys.secret }) => {
    const response = await fetch(`${identity.url}/identity/mailbox`, { headers })
    return { status: response.status, ...((await response.json()) as DevelopmentMailbox) }
  }
  return { ...identity, read }
}
const PERSON = { email: 'writer@example.com', password: 'Act-Three-3' }
const RESET = { requestType: 'PASSWORD_RESET', email: DEMO_ACCOUNT.email }

test(
  'decision 0024: mails are kept newest first, and a used link is spent',
  { timeout: 60_000 },
  async () => {
    const folder = await temporaryDir()
    const first = await start(folder)
    const { idToken } = (await first.call('accounts:signUp', PERSON)).body
    await first.call('accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
    await first.call('accounts:sendOobCode', RESET)
    const { mails } = await first.read()
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
    expect((await first.read()).mails.map(({ spent }) => spent)).toEqual([false, true])

    // What was said to have been sent is still there after a restart.
    await first.kill()
    const second = await start(folder)
    expect((await second.read()).mails.map(({ spent }) => spent)).toEqual([false, true])
    const { localId } = (await second.call('accounts:signInWithPassword', PERSON)).body
    expect((await second.admin('accounts:delete', { localId })).status).toBe(200)
    expect((await second.read()).mails.map(({ to }) => to)).toEqual([DEMO_ACCOUNT.email])
  },
)

test('decision 0024: the mailbox holds a bounded number of mails', async () => {
  const identity = await start(await temporaryDir())
  const ask = () => identity.call('accounts:sendOobCode', RESET)
  for (let round = 0; round < 6; round++) await Promise.all(Array.from({ length: 20 }, ask))
  expect((await identity.read()).mails).toHaveLength(MAILBOX_LIMIT)
})

test('decision 0047: an invitation stays open in the mailbox, and goes with the account of its address', async () => {
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
  expect((await put(mail, { ...secret, origin: 'http://evil.example' })).status).toBe(403)
  const none = [
    { ...mail, path: '//evil.example' },
    { ...mail, to: '' },
    { to: mail.to },
    [],
    { ...mail, subject: 'x'.repeat(20_000) },
  ]
  for (const other of none) expect((await put(other)).status).toBe(400)
  expect(first.said()).toContain(`${PUBLIC_ORIGIN}/scripts/s1`)
  await first.kill()

  const second = await start(folder)
  expect((await second.read()).mails).toMatchObject([{ ...mail, spent: false }])
  const { localId } = (await second.call('accounts:signUp', PERSON)).body
  await second.admin('accounts:delete', { localId })
  expect((await second.read()).mails).toEqual([])
})

test('decision 0024: without the secret of this run the port does not give it', async () => {
  const identity = await start(await temporaryDir())
  expect((await identity.read({})).status).toBe(403)
  expect((await identity.read({ authorization: 'Bearer owner' })).status).toBe(403)
})

test('product §10: codes that are asked for again and again do not fill the file of accounts', async () => {
  const folder = await temporaryDir()
  const identity = await identityProcess(folder)
  onTestFinished(() => identity.kill('SIGKILL'))
  const ask = () =>
    identity.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: DEMO_ACCOUNT.email })
  for (let round = 0; round < 6; round++) await Promise.all(Array.from({ length: 20 }, ask))
  const { oobs } = JSON.parse(await readFile(path.join(folder, 'accounts.json'), 'utf8')) as {
    oobs: { oobCode: string }[]
  }
  expect(oobs).toHaveLength(100)
  // The newest are kept.
  const [newest = ''] = [...identity.said().matchAll(/oobCode=([\w-]+)/g)]
    .map(([, code]) => code ?? '')
    .slice(-1)
  const reset = { oobCode: newest, newPassword: 'Scene-Two-2' }
  expect((await identity.call('accounts:resetPassword', reset)).status).toBe(200)
})
