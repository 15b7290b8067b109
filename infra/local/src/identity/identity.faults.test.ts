import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { DEMO_ACCOUNT, identityProcess, startIdentity } from '../testing/identity-process.ts'
import { temporaryDir } from '../testing/launched.ts'

// Each start loads the whole emulator, which takes seconds, or longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const PERSON = { email: 'writer@example.com', password: 'Act-Three-3' }

test('keeps an account whose sign-up was acknowledged, even if the process is killed immediately after', async () => {
  const folder = await temporaryDir()
  const first = await startIdentity(folder)
  const signedUp = await first.call('accounts:signUp', { ...PERSON, returnSecureToken: true })
  await first.kill('SIGKILL')
  expect(signedUp.status).toBe(200)

  const second = await startIdentity(folder)
  const signedIn = await second.call('accounts:signInWithPassword', { ...PERSON, returnSecureToken: true })
  expect(signedIn).toMatchObject({ status: 200, body: { localId: signedUp.body['localId'] } })
  // The restart keeps both the token and the refresh token of an earlier session valid.
  expect(await second.call('accounts:lookup', { idToken: signedUp.body['idToken'] })).toMatchObject({
    status: 200,
    body: { users: [{ email: PERSON.email, emailVerified: false, providerUserInfo: [{}] }] },
  })
})

test('creates the verified demo account once', async () => {
  const folder = await temporaryDir()
  const first = await startIdentity(folder)
  const { body } = await first.call('accounts:signInWithPassword', {
    ...DEMO_ACCOUNT,
    returnSecureToken: true,
  })
  const { idToken } = body
  const lookedUp = await first.call('accounts:lookup', { idToken })
  expect(lookedUp.body).toMatchObject({ users: [{ emailVerified: true }] })
  await first.admin('accounts:delete', { localId: body['localId'] })
  await first.kill()
  const second = await startIdentity(folder)
  expect((await second.call('accounts:signInWithPassword', DEMO_ACCOUNT)).status).toBe(400)
})

test('product §7 deletes everything of a deleted account, including the codes of its e-mails', async () => {
  const folder = await temporaryDir()
  const identity = await startIdentity(folder)
  const { body } = await identity.call('accounts:signUp', { ...PERSON, returnSecureToken: true })
  await identity.call('accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: body['idToken'] })
  await identity.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: PERSON.email })
  const kept = () => readFile(path.join(folder, 'accounts.json'), 'utf8')
  expect(await kept()).toContain(PERSON.email)
  await identity.admin('accounts:delete', { localId: body['localId'] })
  expect(await kept()).not.toContain(PERSON.email)
  expect(await kept()).not.toContain(String(body['localId']))
  const again = await identity.call('accounts:signUp', PERSON)
  expect(again.body['localId']).not.toBe(body['localId'])
})

test('product §7 deletes everything of a deleted account at its first address too', async () => {
  const folder = await temporaryDir()
  const former = 'former@example.com'
  const link = { oobCode: 'c', oobLink: 'http://x', requestType: 'RECOVER_EMAIL', email: former }
  const mail = { id: 'm', to: former, subject: 's', sentAt: new Date().toISOString(), path: '/auth/action' }
  const user = { localId: 'u', email: PERSON.email, initialEmail: former }
  await writeFile(
    path.join(folder, 'accounts.json'),
    JSON.stringify({ version: 1, users: [user], oobs: [link], mails: [mail] }),
  )
  const identity = await startIdentity(folder)
  const kept = () => readFile(path.join(folder, 'accounts.json'), 'utf8')
  expect(await kept()).toContain(former)
  await identity.admin('accounts:delete', { localId: user.localId })
  expect(await kept()).not.toContain(former)
})

test('when an account cannot be stored, responds with 503 and stores it as soon as possible', async () => {
  const folder = await temporaryDir()
  const identity = await startIdentity(path.join(folder, 'identity'))
  await rm(path.join(folder, 'identity'), { recursive: true })
  expect(await identity.call('accounts:signUp', PERSON)).toMatchObject({ status: 503 })
  await mkdir(path.join(folder, 'identity'))
  expect((await identity.call('accounts:signInWithPassword', PERSON)).status).toBe(200)
  await identity.kill('SIGKILL')
  const again = await startIdentity(path.join(folder, 'identity'))
  expect((await again.call('accounts:signInWithPassword', PERSON)).status).toBe(200)
})

test('does not start with accounts that it cannot read', async () => {
  const folder = await temporaryDir()
  await writeFile(path.join(folder, 'accounts.json'), '{"users": [')
  await expect(identityProcess(folder)).rejects.toThrow(/accounts in .* cannot be read/)
})
