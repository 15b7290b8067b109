import type { ActionCodeSettings, AuthProvider } from 'firebase/auth'
import { getConfig } from './config.ts'
import { SessionStore, type IdentityPort } from './session-store.ts'

/**
 * The identity service (SPEC §6, §7). The SDK is loaded with the first call that needs it. Every function
 * rejects with the SDK's error, whose `code` `identity-errors.ts` turns into SPEC §8's sentences.
 */
const loadSdk = () => import('./identity-sdk.ts')

const port = async (): Promise<IdentityPort> => {
  const { auth, sdk } = await loadSdk()
  return {
    watch: (listener) =>
      new Promise((resolve, reject) => {
        const stop = sdk.onIdTokenChanged(
          auth,
          (user) => {
            listener(user)
            resolve(stop)
          },
          reject,
        )
      }),
    signOut: () => sdk.signOut(auth),
  }
}

export const sessionStore = new SessionStore(port)

/** Starts loading the SDK, before the first call needs it. */
export const warmUp = () => void loadSdk().catch(() => undefined)

async function connected() {
  const loaded = await loadSdk()
  await sessionStore.connect()
  return loaded
}

/** For a login: whoever signs in now is the session's person, also right after a registration. */
async function letIn() {
  const loaded = await connected()
  sessionStore.held = false
  return loaded
}

/** Resolves once the page's session shows the person who just signed in. */
const arrived = (): Promise<void> =>
  new Promise((resolve) => {
    const done = () => sessionStore.getState().status === 'authenticated'
    if (done()) return resolve()
    const stop = sessionStore.subscribe(() => {
      if (!done()) return
      stop()
      resolve()
    })
  })

export async function signIn(email: string, password: string): Promise<void> {
  const { auth, sdk } = await letIn()
  await sdk.signInWithEmailAndPassword(auth, email, password)
  await arrived()
}

/** Where the links of e-mails lead back to. */
const actionSettings = (): ActionCodeSettings => ({ url: new URL('/secret-login', location.origin).href })

/**
 * Creates the account and sends the verification e-mail; `verificationSent` says whether that worked. The identity
 * service keeps the account signed in, to send the e-mail again; the page's session begins with a login only.
 */
export async function register(email: string, password: string): Promise<{ verificationSent: boolean }> {
  const { auth, sdk } = await connected()
  sessionStore.held = true
  const { user } = await sdk.createUserWithEmailAndPassword(auth, email, password).catch((error: unknown) => {
    sessionStore.held = false
    throw error
  })
  try {
    await sdk.sendEmailVerification(user, actionSettings())
    return { verificationSent: true }
  } catch {
    return { verificationSent: false }
  }
}

/** Parts of the provider's password policy that `password` misses; null when the provider has none to tell (SPEC §5). */
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

/** True when Google sign-in goes through the local account chooser instead of Google's popup (RULINGS, Identity). */
export const usesLocalChooser = () => getConfig().identityEmulator !== undefined

/** Google sign-in by the provider's popup, with its account chooser (SPEC §2). */
export async function signInWithGoogle(): Promise<void> {
  const { auth, sdk } = await letIn()
  const provider = new sdk.GoogleAuthProvider()
  provider.setCustomParameters({ prompt: 'select_account' })
  await sdk.signInWithPopup(auth, provider as AuthProvider, sdk.browserPopupRedirectResolver)
  await arrived()
}

/** Google sign-in with an account picked in the local chooser: the emulator accepts an unsigned identity. */
export async function signInWithLocalAccount(account: { email: string; name: string }): Promise<void> {
  const { auth, sdk } = await letIn()
  const claims = { sub: account.email, email: account.email, email_verified: true, name: account.name }
  await sdk.signInWithCredential(auth, sdk.GoogleAuthProvider.credential(JSON.stringify(claims)))
  await arrived()
}

export async function sendResetEmail(email: string): Promise<void> {
  const { auth, sdk } = await loadSdk()
  await sdk.sendPasswordResetEmail(auth, email, actionSettings())
}

/** The address a reset link was sent to. */
export async function checkResetCode(oobCode: string): Promise<string> {
  const { auth, sdk } = await loadSdk()
  return sdk.verifyPasswordResetCode(auth, oobCode)
}

export async function confirmReset(oobCode: string, password: string): Promise<void> {
  const { auth, sdk } = await loadSdk()
  await sdk.confirmPasswordReset(auth, oobCode, password)
}

/** Sends the verification e-mail to whom the identity service knows here; rejects with `auth/no-current-user` when there is none. */
export async function sendVerification(): Promise<void> {
  const { auth, sdk } = await loadSdk()
  await auth.authStateReady()
  if (!auth.currentUser)
    throw Object.assign(new Error('nobody is signed in'), { code: 'auth/no-current-user' })
  await sdk.sendEmailVerification(auth.currentUser, actionSettings())
}

/** Applies the code of a verification link; a person signed in here is seen as verified at once. */
export async function applyVerification(oobCode: string): Promise<void> {
  const { auth, sdk } = await loadSdk()
  await sdk.applyActionCode(auth, oobCode)
  await sessionStore.reload().catch(() => undefined)
}

/** Signs out without leaving the screen (after registration, RULINGS). */
export const signOutQuietly = () => sessionStore.end({ stay: true })
