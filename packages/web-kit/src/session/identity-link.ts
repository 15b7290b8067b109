import type { User } from 'firebase/auth'
import { readKey, TOKEN_KEY } from '../storage-keys.ts'
import { isSignedOut, unmarkSignedOut } from './stored-session.ts'

/** What a session requires of the identity service; `identity.ts` implements it. */
export type IdentityPort = {
  /** Calls back now and on every sign-in, sign-out and token change; resolves after the first call. */
  watch(listener: (user: User | null) => void): Promise<void>
  /** Stores `user`, who has authenticated on the other Auth instance, as this browser's user. */
  adopt(user: User): Promise<void>
  signOut(): Promise<void>
}

/** This page's connection to the identity service. The SDK is loaded with the first call that requires it. */
export class IdentityLink {
  /** True while the identity service remembers a user whom this page did not admit. */
  hasStranger = false
  #opening: Promise<void> | undefined
  readonly #port: () => Promise<IdentityPort>
  readonly #listener: (user: User | null) => void

  constructor(port: () => Promise<IdentityPort>, listener: (user: User | null) => void) {
    this.#port = port
    this.#listener = listener
  }

  get isOpen(): boolean {
    return this.#opening !== undefined
  }

  /** Loads the SDK and starts listening, once. After a failure, the next call retries. */
  open(): Promise<void> {
    this.#opening ??= this.#listen().catch((error: unknown) => {
      this.#opening = undefined
      throw error
    })
    return this.#opening
  }

  async adopt(user: User): Promise<void> {
    const port = await this.#port()
    await port.adopt(user)
  }

  async signOut(): Promise<void> {
    const port = await this.#port()
    await port.signOut()
    unmarkSignedOut()
  }

  /** Signs out a user whom the identity service remembers but who has no session. */
  async dismissStranger(): Promise<void> {
    if (!isSignedOut() && !(this.hasStranger && readKey(TOKEN_KEY) === null)) return
    // After a failure the user is still not admitted; the next attempt or start retries the sign-out.
    await this.signOut().catch(() => undefined)
  }

  async #listen(): Promise<void> {
    const port = await this.#port()
    await port.watch(this.#listener)
    await this.dismissStranger()
  }
}
