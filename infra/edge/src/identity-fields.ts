import { isLookalike } from '@andscene/contracts/text/address'
import { RECENT_SIGN_IN_SECONDS } from '@andscene/contracts/limits'

/**
 * The fields that a client may send in these calls. All others are dropped, so that no administrator field (localId,
 * tenantId, returnOobLink, customAttributes, …) is forwarded in any spelling that the emulator accepts.
 */
const CLIENT_FIELDS = [
  'autoCreate',
  'clientType',
  'continueUrl',
  'displayName',
  'email',
  'idToken',
  'newPassword',
  'oobCode',
  'oldPassword',
  'password',
  'photoUrl',
  'postBody',
  'requestType',
  'requestUri',
  'returnIdpCredential',
  'returnSecureToken',
  'sessionId',
] as const
/**
 * Fields that change one's own password or apply an e-mailed code. Not the address: with a stolen token, changing it
 * would take over the account.
 */
const CHANGE_FIELDS = ['idToken', 'oobCode', 'password', 'returnSecureToken']
/** No token: with one, a sign-up would change address and password of the token's account. */
const SIGN_UP_FIELDS = ['clientType', 'displayName', 'email', 'password', 'returnSecureToken']
const FIELDS_OF: Readonly<Record<string, readonly string[]>> = {
  'accounts:update': CHANGE_FIELDS,
  'accounts:signUp': SIGN_UP_FIELDS,
  // A provider must not be added to an existing account.
  'accounts:signInWithIdp': CLIENT_FIELDS.filter((field) => field !== 'idToken'),
}
export type ClientBody = Partial<Record<(typeof CLIENT_FIELDS)[number], unknown>>
/** Without VERIFY_AND_CHANGE_EMAIL: with a stolen token it would change the account's address to the thief's. */
const OOB_KINDS = new Set(['VERIFY_EMAIL', 'PASSWORD_RESET'])
/** Maximum length of a value in characters: every change of an account rewrites the file of all accounts. */
const VALUE_LIMIT = 2_048
const FLAGS = new Set(['autoCreate', 'returnIdpCredential', 'returnSecureToken'])
const TOKENS = new Set(['idToken', 'postBody'])
const TOKEN_LIMIT = 16 * 1024

export function clientBody(call: string, body: unknown): ClientBody {
  if (typeof body !== 'object' || body === null) return {}
  const fields: readonly string[] = FIELDS_OF[call] ?? CLIENT_FIELDS
  return Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)))
}

/** Strings only, as the SDK sends them: the emulator accepts a number as a password without checking any rule. */
function fits([name, value]: [string, unknown]): boolean {
  if (value === null) return true
  if (FLAGS.has(name)) return typeof value === 'boolean'
  return isText(value, TOKENS.has(name) ? TOKEN_LIMIT : VALUE_LIMIT)
}
const isText = (value: unknown, most: number) => typeof value === 'string' && value.length <= most

/**
 * Whether the user signed in recently, as the real service requires for a password change. The token is decoded, not
 * verified: the emulator refuses tokens that it has not signed.
 */
function isOfRecentSignIn(idToken: unknown): boolean {
  try {
    const payload = Buffer.from(String(idToken).split('.')[1] ?? '', 'base64url').toString()
    const { auth_time: signedInAt } = JSON.parse(payload) as { auth_time?: unknown }
    return typeof signedInAt === 'number' && Date.now() / 1_000 - signedInAt <= RECENT_SIGN_IN_SECONDS
  } catch {
    return false
  }
}

/** Why a call is refused here, in the provider's error format; undefined if it may be forwarded. */
export function refusalOf(call: string, body: ClientBody): { code: number; message: string } | undefined {
  const unfit = Object.entries(body).find((field) => !fits(field))
  if (unfit) return { code: 400, message: `INVALID_ARGUMENT : ${unfit[0]} is not as it should be` }
  if (typeof body.email === 'string' && isLookalike(body.email))
    return { code: 400, message: 'INVALID_EMAIL' }
  // Anonymous accounts are not offered here, and are off by default in the real service.
  if (call === 'accounts:signUp' && !body.email) return { code: 400, message: 'ADMIN_ONLY_OPERATION' }
  if (body.requestType !== undefined && !OOB_KINDS.has(body.requestType as string))
    return { code: 400, message: 'OPERATION_NOT_ALLOWED : This kind of e-mail is not sent here' }
  if (call === 'accounts:update' && body.password && !isOfRecentSignIn(body.idToken))
    return { code: 400, message: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' }
  const passwords = call === 'accounts:signInWithPassword' ? [] : [body.newPassword, body.password]
  const misses = passwords.flatMap((password) => (typeof password === 'string' ? policyMisses(password) : []))
  if (misses.length === 0) return undefined
  return {
    code: 400,
    message: `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [${misses.join(', ')}]`,
  }
}

/** The provider's password policy (product §5), in the format that the identity SDK requests. */
export const PASSWORD_POLICY = {
  customStrengthOptions: {
    minPasswordLength: 8,
    maxPasswordLength: 15,
    containsLowercaseCharacter: true,
    containsUppercaseCharacter: true,
    containsNumericCharacter: true,
    containsNonAlphanumericCharacter: true,
  },
  allowedNonAlphanumericCharacters: [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~-+= `'],
  enforcementState: 'ENFORCE',
  forceUpgradeOnSignin: false,
  schemaVersion: 1,
}

/** The parts of the policy that `password` violates, in the provider's words. */
function policyMisses(password: string): string[] {
  const { minPasswordLength, maxPasswordLength } = PASSWORD_POLICY.customStrengthOptions
  return [
    password.length < minPasswordLength && `Password must contain at least ${minPasswordLength} characters`,
    password.length > maxPasswordLength && `Password may contain at most ${maxPasswordLength} characters`,
    !/[a-z]/.test(password) && 'Password must contain a lower case character',
    !/[A-Z]/.test(password) && 'Password must contain an upper case character',
    !/\d/.test(password) && 'Password must contain a numeric character',
    !/[^A-Za-z0-9]/.test(password) && 'Password must contain a non-alphanumeric character',
  ].filter((miss) => miss !== false)
}
