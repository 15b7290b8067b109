import { nameGuest, openLink } from '@andscene/contracts/routes/sharing'
import type { OpenedLink } from '@andscene/contracts/sharing'
import { ApiError, askEarly, call, keepSent } from '../api/api-client.ts'
import { callAs, callerNow, type Caller } from '../api/caller.ts'
import { forgetGuestName, guestName, setGuestName } from './guest-name.ts'
import { endOfKept, endOfNew, LEAST_LEFT_MS } from './guest-token.ts'
import { forgetGuest, keepGuest, keptGuest } from './kept-guest.ts'
import { takeSent, type Sent } from './sent-link.ts'
import { GUESTS_KEY } from '../storage-keys.ts'

export { forgetGuestName, guestName, setGuestName, watchGuestName } from './guest-name.ts'

export type GuestState =
  | { status: 'opening' }
  | { status: 'open'; link: OpenedLink }
  /** The link was not taken; `error` says why, as far as anybody is told. */
  | { status: 'refused'; error: ApiError; refusal: number; isTrying: boolean }
  /** It worked, and does not any more. */
  | { status: 'closed' }

/** A guest token that was refused so soon after it was given is not exchanged again. Milliseconds. */
const RENEW_AFTER_MS = 60_000

/** With less left, a token is renewed while it is still sent: nothing waits for it. Milliseconds. */
const RENEW_BELOW_MS = 5 * 60_000
/** How long a renewal that failed is not repeated while the token is good. Milliseconds. */
const RENEW_AGAIN_MS = 10_000

/** Numbers of guests' sessions go down, those of accounts up: none is ever taken for another. */
let sessions = 0

/** Who exchanges a link is nobody yet, whoever is signed in here. */
const NOBODY: Caller = {
  current: Number.MIN_SAFE_INTEGER,
  isAssumed: false,
  isLeaving: false,
  token: async () => null,
  confirm: async () => false,
  end: async () => undefined,
}

/** One tab at a time; a browser that has no locks, or blocks them, may take one person for two guests. */
async function inTurn(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as Partial<Navigator>
  let isBegun = false
  const begin = () => {
    isBegun = true
    return work()
  }
  try {
    await (locks ? locks.request(name, begin) : begin())
  } catch (error) {
    if (isBegun) throw error
    await work()
  }
}

const ended = () =>
  new ApiError('Your guest session has ended. Open the link again.', { status: 401, code: 'UNAUTHENTICATED' })

/**
 * The guest of a link on this device (decisions 0047, 0065), with a token for its script alone. While the page of the link is open all
 * calls are the guest's, also when somebody is signed in here; nothing of it ever reaches the account, nor the other way round.
 */
export class GuestSession implements Caller {
  readonly #linkToken: string
  /** By it this device is the same guest at every opening. */
  #key: string | undefined
  /** The device keeps it: when it is not there any more, another tab was told to forget this guest. */
  #isStored = false
  /** What was asked before this code was there. */
  #sent: Sent | undefined
  #number = --sessions
  #state: GuestState = { status: 'opening' }
  #asking: Promise<void> | undefined
  #refusals = 0
  #isClaimed = false
  #givenAt = Number.NEGATIVE_INFINITY
  /** When the token ends, by the clock of this device. */
  #endsAt = Number.POSITIVE_INFINITY
  #renewedAt = Number.NEGATIVE_INFINITY
  readonly #listeners = new Set<() => void>()

  /** `token` is that of the link, from the page's address. */
  constructor(token: string) {
    this.#linkToken = token
    this.#sent = takeSent(token)
    const { link, guestKey } = keptGuest(token)
    this.#key = guestKey
    this.#isStored = guestKey !== undefined
    if (link) {
      this.#endsAt = endOfKept(link.guestToken)
      this.#open(link)
    } else {
      if (!this.#sent?.opened) this.#sent = undefined
      void this.#exchange()
    }
  }

  getState = (): GuestState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** From now on calls are this guest's; returns the end of it. */
  enter(): () => void {
    const leave = callAs(this)
    const watching = new AbortController()
    const hear = ({ key }: StorageEvent) => {
      if (key === null || key === GUESTS_KEY) this.#hear()
    }
    addEventListener('storage', hear, { signal: watching.signal })
    this.#tell()
    this.#hear()
    return () => {
      watching.abort()
      leave()
    }
  }

  /** Another tab was told to forget this guest, or keeps another one for the link. */
  #hear(): void {
    if (this.#state.status !== 'open' || !this.#isStored) return
    if (keptGuest(this.#linkToken).guestKey === this.#key) return
    this.#number = --sessions
    this.#asking = undefined
    this.#key = undefined
    this.#isStored = false
    this.#showRefusal(ended())
  }

  /** Whether calls are this guest's. */
  isEntered = (): boolean => callerNow() === this

  /** Asks again, with a passphrase if the link has one. */
  retry(passphrase?: string): void {
    if (this.#state.status !== 'refused' || this.#asking) return
    this.#show({ ...this.#state, isTrying: true })
    void this.#exchange(passphrase)
  }

  /** Where the page of the link is. */
  get address(): string {
    return `/listen#${this.#linkToken}`
  }

  /** What an account claims this guest by; undefined for guests of an older release. */
  get guestKey(): string | undefined {
    return this.#key
  }

  /** Nothing of this guest stays on the device; the link is opened as by somebody who was never here. */
  forgetHere(): void {
    if (this.#state.status !== 'open') return
    this.#leave()
    void this.#exchange()
  }

  /** The guest has become an account: who opens the link next is another one. */
  claimed(): void {
    if (this.#state.status === 'open') this.#leave()
    this.#isClaimed = true
  }

  /** Claimed, and the page of the link has been left. */
  get isOver(): boolean {
    return this.#isClaimed && !this.isEntered()
  }

  #leave(): void {
    this.#forget()
    this.#show({ status: 'opening' })
  }

  /** The script is not there any more for this guest. */
  close(): void {
    if (this.#state.status === 'closed') return
    this.#forget()
    this.#show({ status: 'closed' })
  }

  get current(): number {
    return this.#number
  }

  /** A token that is refused may only be too old: the link is asked once more. */
  get isAssumed(): boolean {
    return this.#state.status === 'open'
  }

  /** Also while the link is opened anew: there is no token then. */
  get isLeaving(): boolean {
    return this.#state.status === 'closed' || this.#state.status === 'opening'
  }

  /** The token, renewed when it is about to end. Rejects when it has ended and the backend cannot be asked. */
  token = async (): Promise<string | null> => {
    if (this.#state.status === 'open') {
      const leftMs = this.#endsAt - Date.now()
      if (leftMs < LEAST_LEFT_MS) await this.#renew()
      else if (leftMs < RENEW_BELOW_MS && Date.now() - this.#renewedAt > RENEW_AGAIN_MS)
        void this.#renew().catch(() => undefined)
    }
    return this.#state.status === 'open' ? this.#state.link.guestToken : null
  }

  /** Resolves with whether the refused token was exchanged for a new one. Rejects when the backend cannot be asked: then it stays. */
  async confirm(): Promise<boolean> {
    if (!this.#asking && Date.now() - this.#givenAt < RENEW_AFTER_MS) return false
    return this.#renew()
  }

  /**
   * Gets a new token, as the same guest where they are still known; else what was asked as the one of before is not asked
   * again. Resolves with whether the link still works.
   */
  async #renew(): Promise<boolean> {
    this.#renewedAt = Date.now()
    try {
      await this.#ask()
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      this.#refuse(error)
      return false
    }
  }

  /** A 401 that stands: the form again. */
  async end(): Promise<void> {
    if (this.#state.status === 'open') this.#refuse(ended())
  }

  async #exchange(passphrase?: string): Promise<void> {
    await this.#ask(passphrase).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== 'ABORTED') this.#refuse(error)
    })
  }

  /** Exchanges the token of the link, once at a time in all tabs. */
  #ask(passphrase?: string): Promise<void> {
    if (this.#asking) return this.#asking
    const number = this.#number
    const asking = inTurn(`andscene_link_${this.#linkToken}`, () =>
      this.#askInTurn(number, passphrase),
    ).finally(() => {
      if (this.#asking === asking) this.#asking = undefined
    })
    this.#asking = asking
    return asking
  }

  async #askInTurn(number: number, passphrase?: string): Promise<void> {
    this.#stillAs(number)
    const kept = keptGuest(this.#linkToken)
    const present = this.#state.status === 'open' ? this.#state.link : undefined
    if (kept.link && kept.link.guestToken !== present?.guestToken) {
      // Another tab has opened the link, or renewed the token.
      this.#sent?.controller.abort()
      this.#sent = undefined
      this.#endsAt = endOfKept(kept.link.guestToken)
      this.#isStored = kept.guestKey !== undefined
      return this.#become(kept.link, kept.guestKey)
    }
    const key = kept.guestKey ?? (this.#isStored ? undefined : this.#key)
    const body = {
      token: this.#linkToken,
      ...(passphrase && { passphrase }),
      ...(key !== undefined && { guestKey: key }),
    }
    const { opened } = this.#sent ?? {}
    if (opened) {
      delete this.#sent?.opened
      keepSent(openLink, NOBODY, this.#sending(opened))
    }
    const { data } = await call(openLink, { body, as: NOBODY })
    this.#stillAs(number)
    this.#givenAt = Date.now()
    this.#endsAt = endOfNew(data.guestToken)
    const { guestKey = key, guestName: name, scriptId } = data
    const isKept = keepGuest(this.#linkToken, { link: data, ...(guestKey !== undefined && { guestKey }) })
    this.#isStored = isKept && guestKey !== undefined
    // What was given here meanwhile is newer.
    if (name !== undefined && !(this.#isRenewed(guestKey) && guestName(scriptId) !== undefined))
      setGuestName(scriptId, name)
    this.#become(data, guestKey)
    if (name === undefined) void this.#sayName(scriptId)
  }

  /** Forgotten, claimed or closed meanwhile: what was asked as that guest brings nothing back. */
  #stillAs(number: number): void {
    if (number !== this.#number) throw new ApiError('Request aborted', { status: 0, code: 'ABORTED' })
  }

  #isSame = (guestKey: string | undefined) => this.#key !== undefined && guestKey === this.#key

  #isRenewed = (guestKey: string | undefined) => this.#isSame(guestKey) && this.#state.status === 'open'

  #become(link: OpenedLink, guestKey: string | undefined): void {
    const isRenewed = this.#isRenewed(guestKey)
    if (!this.#isSame(guestKey)) this.#number = --sessions
    this.#key = guestKey
    if (isRenewed) this.#show({ status: 'open', link })
    else this.#open(link)
  }

  #open(link: OpenedLink): void {
    this.#state = { status: 'open', link }
    const script = `/api/scripts/${encodeURIComponent(link.scriptId)}`
    // While the code of the page is on its way.
    if (this.#sent) keepSent({ method: 'GET', path: script }, this, this.#sending(this.#sent.script))
    else askEarly(script, this)
    askEarly(`${script}/progress`, this)
    this.#sent = undefined
    this.#tell()
  }

  #sending(response: Promise<Response>) {
    const { controller } = this.#sent!
    return (signal: AbortSignal) => {
      signal.addEventListener('abort', () => controller.abort())
      return response
    }
  }

  /** A guest who is new to the backend may have a name on this device already. */
  async #sayName(scriptId: string): Promise<void> {
    const name = guestName(scriptId)
    if (name === undefined) return
    try {
      const { data } = await call(nameGuest, { params: { id: scriptId }, body: { name }, as: this })
      setGuestName(scriptId, data.guest.name ?? name)
    } catch {
      // Not taken: it is asked for again before the first note.
      forgetGuestName(scriptId)
    }
  }

  #refuse(error: ApiError): void {
    if (this.#state.status === 'open') {
      // Only the link's own refusal says that its guests are gone.
      if (error.status === 404) this.#forget()
      else this.#dropToken()
    }
    this.#showRefusal(error)
  }

  #showRefusal(error: ApiError): void {
    this.#refusals += 1
    this.#show({ status: 'refused', error, refusal: this.#refusals, isTrying: false })
  }

  #forget(): void {
    if (this.#state.status === 'open') forgetGuestName(this.#state.link.scriptId)
    this.#number = --sessions
    this.#asking = undefined
    this.#key = undefined
    this.#isStored = false
    forgetGuest(this.#linkToken)
  }

  #dropToken(): void {
    this.#number = --sessions
    this.#asking = undefined
    if (this.#key !== undefined) keepGuest(this.#linkToken, { guestKey: this.#key })
    else forgetGuest(this.#linkToken)
  }

  #show(state: GuestState): void {
    this.#state = state
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

const LINK_TOKEN = /^#?([A-Za-z0-9_-]{43})$/
/** The token of a link in the part of an address behind its `#`. */
export const linkTokenIn = (hash: string): string | undefined => LINK_TOKEN.exec(hash)?.[1]

let present: { token: string; session: GuestSession } | undefined

/** The guest of a link: one in this tab, whoever asks first begins to open it. */
export function guestOf(token: string): GuestSession {
  if (present?.token !== token || present.session.isOver)
    present = { token, session: new GuestSession(token) }
  return present.session
}

/** Begins to open the link of the page's address, while the code of the page is on its way. */
export function openLinkEarly(): void {
  const token = linkTokenIn(location.hash)
  if (token !== undefined) guestOf(token)
}
