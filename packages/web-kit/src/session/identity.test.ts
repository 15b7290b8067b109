import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setConfig } from '../config.ts'
import { confirmError, loginError, registerError, resetError } from './identity-errors.ts'
import * as identity from './identity.ts'
import { CHOSEN } from './local-chooser.ts'
import { TOKEN_KEY } from '../storage-keys.ts'

/** Tests the identity functions with the real SDK and the real emulator. */
const PROJECT = 'demo-and-scene'
/** Loading takes seconds, more on a busy machine. */
const EMULATOR_START_MS = 180_000
const PASSWORD = 'Abcdef1!'
/** What this test uses of Node, whose types the web packages do not include. */
type Server = {
  listen(port: number, host: string, done: () => void): void
  address(): { port: number }
  close(done: () => void): void
  closeAllConnections(): void
}
type Http = { createServer(app: unknown): Server }
type Module = {
  createRequire(from: string): (name: string) => { createApp(projectId: string): Promise<unknown> }
}
const load = async <T>(name: string) => (await import(/* @vite-ignore */ name)) as T
type OobCode = { email: string; requestType: string; oobCode: string }

let server: Server
let origin: string
beforeAll(async () => {
  const { createRequire } = await load<Module>('node:module')
  const { createServer } = await load<Http>('node:http')
  const emulator = createRequire(import.meta.url)('firebase-tools/lib/emulator/auth/server.js')
  server = createServer(await emulator.createApp(PROJECT))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  origin = `http://127.0.0.1:${server.address().port}`
  setConfig({
    apiBaseUrl: '/api',
    firebase: { apiKey: 'key', authDomain: 'localhost', projectId: PROJECT },
    identityEmulator: origin,
  })
  identity.sessionStore.setLoginNavigation(() => undefined)
}, EMULATOR_START_MS)
afterEach(async () => {
  identity.forgetNewcomer()
  await identity.sessionStore.end()
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise<void>((resolve) => {
    server.close(resolve)
  })
})

let people = 0
const newEmail = () => `person-${++people}@example.com`
const state = () => identity.sessionStore.getState()
async function codeFor(email: string, requestType: string): Promise<string> {
  const response = await fetch(`${origin}/emulator/v1/projects/${PROJECT}/oobCodes`)
  const { oobCodes } = (await response.json()) as { oobCodes: OobCode[] }
  return oobCodes.findLast((code) => code.email === email && code.requestType === requestType)!.oobCode
}
const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('should have failed'),
    (error: unknown) => error,
  )

test('product §6 registration sends the verification e-mail, and can resend it before there is a session', async () => {
  const email = newEmail()
  expect(await identity.register(email, PASSWORD)).toEqual({})
  const first = await codeFor(email, 'VERIFY_EMAIL')
  await identity.sendVerification()
  expect(await codeFor(email, 'VERIFY_EMAIL')).not.toBe(first)
  expect(state().status).toBe('anonymous')
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
  await identity.signIn(email, PASSWORD)
  expect(state().user?.email).toBe(email)
  expect(registerError(await failure(identity.register(email, PASSWORD)))).toBe('Email is already registered')
})

/** The user whom the SDK remembers in this browser. */
const remembered = async () => (await import('./identity-sdk.ts')).auth.currentUser

test('product §6: a failed attempt signs out a user left behind by an unfinished sign-out', async () => {
  const { auth, sdk } = await import('./identity-sdk.ts')
  await sdk.createUserWithEmailAndPassword(auth, newEmail(), PASSWORD)
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
  expect(loginError(await failure(identity.signIn(newEmail(), PASSWORD)))).toBe('Invalid email or password')
  expect(state().status).toBe('anonymous')
  expect(await remembered()).toBeNull()
})

test('product §6: leaving the screen forgets the new user', async () => {
  await identity.register(newEmail(), PASSWORD)
  identity.forgetNewcomer()
  expect(await failure(identity.sendVerification())).toMatchObject({ code: 'auth/no-current-user' })
  const late = identity.register(newEmail(), PASSWORD)
  identity.forgetNewcomer()
  await late
  expect(await failure(identity.sendVerification())).toMatchObject({ code: 'auth/no-current-user' })
})

test('decision 0068: a verification code is applied only while its account is signed in', async () => {
  const [victim, other] = [newEmail(), newEmail()]
  await identity.register(victim, PASSWORD)
  const code = await codeFor(victim, 'VERIFY_EMAIL')
  expect(await failure(identity.applyVerification(code))).toMatchObject({
    code: 'auth/no-current-user',
    email: victim,
  })
  await identity.register(other, PASSWORD)
  await identity.signIn(other, PASSWORD)
  expect(await failure(identity.applyVerification(code))).toMatchObject({
    code: 'auth/user-mismatch',
    email: victim,
  })
  await identity.sessionStore.end()
  await identity.signIn(victim, PASSWORD)
  expect(state().user?.emailVerified).toBe(false)
  await identity.applyVerification(code)
  expect(state().user?.emailVerified).toBe(true)
})

test('product §6 confirming with another account of the local chooser is rejected and creates no account', async () => {
  const email = newEmail()
  await identity.signInWithLocalAccount({ email, name: 'Ada' })
  const popup = { closed: false, close: () => undefined } as unknown as Window
  vi.stubGlobal('open', () => popup)
  const confirm = async (chosen: string) => {
    const confirming = identity.confirmPerson(undefined)
    confirming.catch(() => undefined)
    const data = { type: CHOSEN, account: { email: chosen, name: 'Ada' } }
    // Repeated until the chooser listens.
    const timer = setInterval(
      () => dispatchEvent(new MessageEvent('message', { origin: location.origin, source: popup, data })),
      10,
    )
    return confirming.finally(() => clearInterval(timer))
  }
  const other = newEmail()
  expect(confirmError(await failure(confirm(other)))).toBe(
    'Please choose the account that you are signed in with.',
  )
  expect(resetError(await failure(identity.sendResetEmail(other)))).toBe('No account found with this email')
  await confirm(email.toUpperCase())
  expect(state().user?.email).toBe(email)
})

test('reauthenticating a deleted account reports that it does not exist', async () => {
  const email = newEmail()
  await identity.register(email, PASSWORD)
  await identity.signIn(email, PASSWORD)
  const body = JSON.stringify({ idToken: localStorage.getItem(TOKEN_KEY) })
  const gone = await fetch(`${origin}/identitytoolkit.googleapis.com/v1/accounts:delete?key=key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(gone.status).toBe(200)
  const error = await failure(identity.confirmPerson(PASSWORD))
  expect(error).toMatchObject({ code: 'auth/user-not-found' })
  expect(confirmError(error)).toBe('Please log in again')
})

test('product §5 without a readable policy of the provider, only the local rules apply', async () => {
  expect(await identity.passwordPolicyMisses('x')).toBeNull()
})
