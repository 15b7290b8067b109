// What is used of the Firebase Auth emulator; the package ships no types.
declare module 'firebase-tools/lib/emulator/auth/server.js' {
  import type { RequestListener } from 'node:http'
  import type { AgentProjectState } from 'firebase-tools/lib/emulator/auth/state.js'
  const server: {
    createApp(
      projectId: string,
      singleProjectMode: number,
      states: Map<string, AgentProjectState>,
    ): Promise<RequestListener>
  }
  export default server
}
declare module 'firebase-tools/lib/emulator/auth/state.js' {
  export type ProviderInfo = { providerId: string; rawId: string }
  export type User = {
    localId: string
    email?: string
    emailVerified?: boolean
    providerUserInfo?: ProviderInfo[]
    passwordHash?: string
    /** Seconds; tokens issued before are void. */
    validSince?: string
    /** Milliseconds; the auth_time of the tokens that are issued. */
    lastLoginAt?: string
    [field: string]: unknown
  }
  /** Whom a refresh token signs in again, and how. */
  export type RefreshGrant = {
    user: User
    provider: string
    extraClaims?: Record<string, unknown> & { signed_in_at?: number }
    secondFactor?: object
  }
  export type OobCode = {
    email: string
    newEmail?: string
    requestType: string
    oobCode: string
    oobLink: string
    /** Milliseconds; ours. */
    sentAt?: number
  }
  export class AgentProjectState {
    constructor(projectId: string)
    users: Map<string, User>
    oobs: Map<string, OobCode>
    overwriteUserWithLocalId(localId: string, user: Omit<User, 'localId'>): User
    deleteUser(user: User): void
    getUserByEmail(email: string): User | undefined
    getUserByLocalId(localId: string): User | undefined
    updateUserByLocalId(
      localId: string,
      fields: Partial<User>,
      options?: { upsertProviders?: ProviderInfo[]; deleteProviders?: string[] },
    ): User
    createRefreshTokenFor(user: User, provider: string, grant?: Partial<RefreshGrant>): string
    validateRefreshToken(token: string): RefreshGrant
    createOob(
      email: string,
      newEmail: string | undefined,
      requestType: string,
      generateLink: (oobCode: string) => string,
    ): OobCode
    validateOobCode(oobCode: string): OobCode | undefined
    deleteOobCode(oobCode: string): boolean
  }
  /** What the emulator takes for a refresh token; `signed` is ours. */
  type RefreshEnvelope = { _AuthEmulatorRefreshToken: string; signed?: string }
  const state: {
    AgentProjectState: typeof AgentProjectState
    encodeRefreshToken(envelope: RefreshEnvelope): string
    decodeRefreshToken(token: string): RefreshEnvelope
  }
  export default state
}
declare module 'firebase-tools/lib/emulator/auth/errors.js' {
  const errors: { assert(value: unknown, code: string): asserts value }
  export default errors
}
declare module 'firebase-tools/lib/emulator/auth/apiSpec.js' {
  const spec: { default: { paths: Record<string, unknown> } }
  export default spec
}
declare module 'firebase-tools/lib/accountImporter.js' {
  const importer: {
    /** `error` when the account cannot be imported. */
    validateUserJson(user: object): { error?: string }
    validateOptions(options: Record<string, unknown>): Record<string, unknown>
  }
  export default importer
}
