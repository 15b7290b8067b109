import { addressOf } from '@andscene/contracts/text/address'
import type { ActionCodeSettings, Auth, AuthProvider, User, UserCredential } from 'firebase/auth'
import { getConfig } from '../config.ts'
import type { IdentityPort } from './identity-link.ts'
import { SessionStore } from './session-store.ts'

/**
 * The identity service (product §6, §7). The SDK is loaded with the first call. Every function rejects with the SDK's
 * error, whose `code` `identity-errors.ts` maps to the messages of product §8.
 */
const loadSdk = () => import('./identity-sdk.ts')
type Sdk = Awaited<ReturnType<typeof loadSdk>>['sdk']

const port = async (): Promise<IdentityPort> => {
  const { auth, sdk } = await loadSdk()
  return {
    watch: (listener) =>
      new Promise((resolve, reject) => {
        const changed = (user: User | null) => {
          listener(user)
          resolve()
        }
        sdk.onIdTokenChanged(auth, changed, reject)
      }),
    adopt: (user) => sdk.updateCurrentUser(auth, user),
    signOut: () => sdk.signOut(auth),
  }
}

export const sessionStore = new SessionStore(port)

export const warmUp = () => void loadSdk().catch(() => undefined)

const coded = (code: string, message: string) => Object.assign(new Error(message), { code })

/**
 * One login attempt, in the memory of this page: the session begins only once the user has authenticated and if
 * `signal` is not aborted.
 */
async function attempt(
  signal: AbortSignal | undefined,
  authenticate: (sdk: Sdk, attempts: Auth) => Promise<UserCredential>,
): Promise<void> {
  const { attempts, sdk } = await loadSdk()
  await sessionStore.prepare()
  const { user } = await authenticate(sdk, attempts)
  await sdk.signOut(attempts)
  if (signal?.aborted) throw coded('auth/cancelled-popup-request', 'the attempt was cancelled')
  await sessionStore.admit(user)
}

/** Resolves once the session has the user; `signal` cancels the attempt. */
export const signIn = (email: string, password: string, signal?: AbortSignal): Promise<void> =>
  attempt(signal, (sdk, attempts) => sdk.signInWithEmailAndPassword(attempts, email, password))

/** Resolves with the session's user at the identity service; rejects with `auth/no-current-user`. */
async function signedIn(): Promise<User> {
  const user = await sessionStore.person()
  if (!user) throw coded('auth/no-current-user', 'no user is signed in')
  return user
}

export const hasPassword = async (): Promise<boolean> =>
  (await signedIn()).providerData.some(({ providerId }) => providerId === 'password')

/**
 * Reauthenticates the session's user before an action that cannot be undone, with a password, or with Google if they have
 * none. Renews the token.
 */
export async function confirmPerson(password: string | undefined): Promise<void> {
  const { sdk } = await loadSdk()
  const user = await signedIn()
  if (password !== undefined) {
    const { EmailAuthProvider, reauthenticateWithCredential } = sdk
    const credential = EmailAuthProvider.credential(user.email ?? '', password)
    await reauthenticateWithCredential(user, credential).catch((error: unknown) => {
      // The SDK's code for a deleted account: the address is the user's own, so no other account can be meant.
      if ((error as { code?: unknown }).code !== 'auth/user-mismatch') throw error
      throw coded('auth/user-not-found', 'the account does not exist')
    })
  } else if (usesLocalChooser()) {
    const { chooseLocalAccount } = await import('./local-chooser.ts')
    const account = await chooseLocalAccount()
    // The emulator would create an account for another address before the SDK rejects it.
    if (addressOf(account.email) !== addressOf(user.email ?? ''))
      throw coded('auth/user-mismatch', 'another account was chosen')
    await sdk.reauthenticateWithCredential(user, localCredential(sdk, account))
  } else {
    const provider = new sdk.GoogleAuthProvider()
    provider.setCustomParameters({ prompt: 'select_account', login_hint: user.email ?? '' })
    await sdk.reauthenticateWithPopup(user, provider as AuthProvider, sdk.browserPopupRedirectResolver)
  }
  await sessionStore.reload()
}

/** Changes the password. This session continues; all others of the user end (product §6). */
export async function changePassword(current: string, next: string): Promise<void> {
  const { sdk } = await loadSdk()
  await confirmPerson(current)
  await sdk.updatePassword(await signedIn(), next)
  await sessionStore.reload()
}

const actionSettings = (): ActionCodeSettings => ({ url: new URL('/secret-login', location.origin).href })

/** The user who has just registered on this page, for resending the verification e-mail; never stored (product §6). */
let newcomer: User | undefined
let registrations = 0

/**
 * Creates the account and sends the verification e-mail; `unsent` is the SDK's error if that failed. The session begins
 * only with a login. `forgetNewcomer` removes the user from this page.
 */
export async function register(email: string, password: string): Promise<{ unsent?: unknown }> {
  registrations += 1
  const registration = registrations
  const { attempts, sdk } = await loadSdk()
  const { user } = await sdk.createUserWithEmailAndPassword(attempts, email, password)
  await sdk.signOut(attempts)
  // Unless the user has left the screen meanwhile.
  if (registration === registrations) newcomer = user
  try {
    await sdk.sendEmailVerification(user, actionSettings())
    return {}
  } catch (error) {
    return { unsent: error }
  }
}

export function forgetNewcomer(): void {
  registrations += 1
  newcomer = undefined
}

/**
 * Resolves with the parts of the provider's password policy that `password` misses; null when the policy cannot be read
 * (product §5).
 */
export async function passwordPolicyMisses(password: string): Promise<string[] | null> {
  try {
    const { auth, sdk } = await loadSdk()
    const status = await sdk.validatePassword(auth, password)
    const min = status.passwordPolicy.customStrengthOptions.minPasswordLength
    const max = status.passwordPolicy.customStrengthOptions.maxPasswordLength
    return [
      status.meetsMinPasswordLength === false ? `at least ${min} characters` : '',
      status.meetsMaxPasswordLength === false ? `no more than ${max} characters` : '',
      status.containsLowercaseLetter === false ? 'a lowercase letter' : '',
      status.containsUppercaseLetter === false ? 'an uppercase letter' : '',
      status.containsNumericCharacter === false ? 'a number' : '',
      status.containsNonAlphanumericCharacter === false ? 'a special character' : '',
    ].filter(Boolean)
  } catch {
    return null
  }
}

/** True when Google sign-in goes through the local account chooser instead of Google's popup (product §6). */
export const usesLocalChooser = () => getConfig().identityEmulator !== undefined

/** Google sign-in by the provider's popup, with its account chooser (product §2). */
export const signInWithGoogle = (signal?: AbortSignal): Promise<void> =>
  attempt(signal, (sdk, attempts) => {
    const provider = new sdk.GoogleAuthProvider()
    provider.setCustomParameters({ prompt: 'select_account' })
    return sdk.signInWithPopup(attempts, provider as AuthProvider, sdk.browserPopupRedirectResolver)
  })

/** Google sign-in with an account of the local chooser: the emulator accepts unsigned identities. */
export const signInWithLocalAccount = (
  account: { email: string; name: string },
  signal?: AbortSignal,
): Promise<void> =>
  attempt(signal, (sdk, attempts) => sdk.signInWithCredential(attempts, localCredential(sdk, account)))

const localCredential = ({ GoogleAuthProvider }: Sdk, { email, name }: { email: string; name: string }) =>
  GoogleAuthProvider.credential(JSON.stringify({ sub: email, email, email_verified: true, name }))

export async function sendResetEmail(email: string): Promise<void> {
  const { auth, sdk } = await loadSdk()
  await sdk.sendPasswordResetEmail(auth, email, actionSettings())
}

export async function checkResetCode(oobCode: string): Promise<string> {
  const { auth, sdk } = await loadSdk()
  return sdk.verifyPasswordResetCode(auth, oobCode)
}

export async function confirmReset(oobCode: string, password: string): Promise<void> {
  const { auth, sdk } = await loadSdk()
  await sdk.confirmPasswordReset(auth, oobCode, password)
}

/**
 * Sends the verification e-mail to the user who has just registered here, or to the session's user; rejects with
 * `auth/no-current-user` if there is neither.
 */
export async function sendVerification(): Promise<void> {
  const { sdk } = await loadSdk()
  const user = newcomer ?? (await sessionStore.person())
  if (!user) throw coded('auth/no-current-user', 'no user is signed in')
  await sdk.sendEmailVerification(user, actionSettings())
}

/**
 * Applies a verification code for the session's user only (decision 0068): the owner of an address must not verify an
 * account that another person registered with it. Rejects with `auth/no-current-user` or `auth/user-mismatch` and the code's `email`.
 */
export async function applyVerification(oobCode: string): Promise<void> {
  const { auth, sdk } = await loadSdk()
  const { data } = await sdk.checkActionCode(auth, oobCode)
  const email = data.email ?? ''
  const user = await sessionStore.person()
  if (!user) throw Object.assign(coded('auth/no-current-user', 'no user is signed in'), { email })
  if (addressOf(user.email ?? '') !== addressOf(email))
    throw Object.assign(coded('auth/user-mismatch', 'the code is for another account'), { email })
  const { applyEmbeddedCode } = usesLocalChooser() ? await import('./embedded-code.ts') : {}
  if (applyEmbeddedCode) await applyEmbeddedCode(oobCode, await user.getIdToken())
  else await sdk.applyActionCode(auth, oobCode)
  await sessionStore.reload().catch(() => undefined)
}
