import { nameGuest, openLink } from '@andscene/contracts/routes/sharing'
import type { OpenedLink } from '@andscene/contracts/sharing/sharing'
import { ApiError, askEarly, call, keepSent, callAs, callerNow, type Caller } from '../api/api-client.ts'
import {
  forgetGuestName,
  guestName,
  setGuestName,
  endOfKept,
  endOfNew,
  forgetGuest,
  keepGuest,
  keptGuest,
  LEAST_LEFT_MS,
  takeSent,
  type Sent,
} from './kept-guest.ts'
import { Emitter } from '../emitter.ts'
import { GUESTS_KEY } from '../storage-keys.ts'

export { forgetGuestName, guestName, setGuestName, watchGuestName } from './kept-guest.ts'

export type GuestState =
  | { status: 'opening' }
  | { status: 'open'; link: OpenedLink }
  | { status: 'refused'; error: ApiError; refusal: number; isTrying: boolean }
  /** The script is not available to this guest any more. */
  | { status: 'closed' }

/** A token that is rejected within this time after its issue is not renewed. Milliseconds. */
const RENEW_AFTER_MS = 60_000

/** With less time left, a token is renewed in the background. Milliseconds. */
const RENEW_BELOW_MS = 5 * 60_000
/** A failed background renewal is retried after this time. Milliseconds. */
const RENEW_AGAIN_MS = 10_000

/** Negative for guests, positive for accounts, so that the numbers never collide. */
let sessions = 0

/** Exchanging a link requires no session; none is sent, even while an account is signed in. */
const VISITOR: Caller = {
  current: Number.MIN_SAFE_INTEGER,
  isAssumed: false,
  isLeaving: false,
  token: async () => null,
  confirm: async () => false,
  end: async () => undefined,
}

/** Runs `work` in one tab at a time. Without locks, two tabs may become two guests. */
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
 * The guest of a link on this device (decisions 0047, 0065), with a token for its script only. While the page of the
 * link is open, all calls are the guest's, even while an account is signed in. Data of both is kept apart.
 */
export class GuestSession implements Caller {
  readonly #linkToken: string
  /** Identifies this guest whenever the link is opened. */
  #key: string | undefined
  /** The key is in local storage. If it disappears, another tab has removed this guest. */
  #isStored = false
  #earlyRequests: Sent | undefined
  #number = --sessions
  #state: GuestState = { status: 'opening' }
  #pendingExchange: Promise<void> | undefined
  #rejections = 0
  #isClaimed = false
  #issuedAt = Number.NEGATIVE_INFINITY
  /** When the token expires, by the clock of this device. */
  #expiresAt = Number.POSITIVE_INFINITY
  #renewedAt = Number.NEGATIVE_INFINITY
  readonly #changed = new Emitter()
  subscribe = this.#changed.subscribe

  /** `token` is the link's, from the URL of the page. */
  constructor(token: string) {
    this.#linkToken = token
    this.#earlyRequests = takeSent(token)
    const { link, guestKey } = keptGuest(token)
    this.#key = guestKey
    this.#isStored = guestKey !== undefined
    if (link) {
      this.#expiresAt = endOfKept(link.guestToken)
      this.#open(link)
    } else {
      if (!this.#earlyRequests?.opened) this.#earlyRequests = undefined
      void this.#exchange()
    }
  }

  getState = (): GuestState => this.#state

  enter(): () => void {
    const leave = callAs(this)
    const watching = new AbortController()
    const hear = ({ key }: StorageEvent) => {
      if (key === null || key === GUESTS_KEY) this.#followOtherTabs()
    }
    addEventListener('storage', hear, { signal: watching.signal })
    this.#changed.emit()
    this.#followOtherTabs()
    return () => {
      watching.abort()
      leave()
    }
  }

  /** Ends the session if another tab has removed or replaced this guest. */
  #followOtherTabs(): void {
    if (this.#state.status !== 'open' || !this.#isStored) return
    if (keptGuest(this.#linkToken).guestKey === this.#key) return
    this.#reset()
    this.#showRejection(ended())
  }

  isEntered = (): boolean => callerNow() === this

  retry(passphrase?: string): void {
    if (this.#state.status !== 'refused' || this.#pendingExchange) return
    this.#show({ ...this.#state, isTrying: true })
    void this.#exchange(passphrase)
  }

  get address(): string {
    return `/listen#${this.#linkToken}`
  }

  /** The key with which an account claims this guest; undefined for guests that an older release created. */
  get guestKey(): string | undefined {
    return this.#key
  }

  /** Removes this guest from the device and opens the link as a new one. */
  forgetHere(): void {
    if (this.#state.status !== 'open') return
    this.#leave()
    void this.#exchange()
  }

  /** Call it when the guest has become an account: the next opening of the link creates a new guest. */
  claimed(): void {
    if (this.#state.status === 'open') this.#leave()
    this.#isClaimed = true
  }

  /** The guest was claimed and the page of the link has closed. */
  get isOver(): boolean {
    return this.#isClaimed && !this.isEntered()
  }

  #leave(): void {
    this.#forget()
    this.#show({ status: 'opening' })
  }

  /** Call it when the script is no longer available to this guest. */
  close(): void {
    if (this.#state.status === 'closed') return
    this.#forget()
    this.#show({ status: 'closed' })
  }

  get current(): number {
    return this.#number
  }

  /** A rejected token may only have expired: renew it once. */
  get isAssumed(): boolean {
    return this.#state.status === 'open'
  }

  /** Also while the link is being reopened and there is no token. */
  get isLeaving(): boolean {
    return this.#state.status === 'closed' || this.#state.status === 'opening'
  }

  /** The token, renewed before it expires. Rejects when it has expired and the backend is unavailable. */
  token = async (): Promise<string | null> => {
    if (this.#state.status === 'open') {
      const leftMs = this.#expiresAt - Date.now()
      if (leftMs < LEAST_LEFT_MS) await this.#renew()
      else if (leftMs < RENEW_BELOW_MS && Date.now() - this.#renewedAt > RENEW_AGAIN_MS)
        void this.#renew().catch(() => undefined)
    }
    return this.#state.status === 'open' ? this.#state.link.guestToken : null
  }

  /**
   * Resolves with whether the rejected token was renewed. Rejects while the backend is unavailable: the token is then
   * kept.
   */
  async confirm(): Promise<boolean> {
    if (!this.#pendingExchange && Date.now() - this.#issuedAt < RENEW_AFTER_MS) return false
    return this.#renew()
  }

  /**
   * Renews the token, as the same guest if the backend still has that guest; requests of another guest are not
   * repeated. Resolves with whether the link still works.
   */
  async #renew(): Promise<boolean> {
    this.#renewedAt = Date.now()
    try {
      await this.#exchangeOnce()
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      this.#reject(error)
      return false
    }
  }

  /** After a final 401: shows the form again. */
  async end(): Promise<void> {
    if (this.#state.status === 'open') this.#reject(ended())
  }

  async #exchange(passphrase?: string): Promise<void> {
    await this.#exchangeOnce(passphrase).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== 'ABORTED') this.#reject(error)
    })
  }

  #exchangeOnce(passphrase?: string): Promise<void> {
    if (this.#pendingExchange) return this.#pendingExchange
    const number = this.#number
    const exchanging = inTurn(`andscene_link_${this.#linkToken}`, () =>
      this.#exchangeInTurn(number, passphrase),
    ).finally(() => {
      if (this.#pendingExchange === exchanging) this.#pendingExchange = undefined
    })
    this.#pendingExchange = exchanging
    return exchanging
  }

  async #exchangeInTurn(number: number, passphrase?: string): Promise<void> {
    this.#assertCurrent(number)
    const kept = keptGuest(this.#linkToken)
    const present = this.#state.status === 'open' ? this.#state.link : undefined
    if (kept.link && kept.link.guestToken !== present?.guestToken) {
      // Another tab has opened the link or renewed the token.
      this.#earlyRequests?.controller.abort()
      this.#earlyRequests = undefined
      this.#expiresAt = endOfKept(kept.link.guestToken)
      this.#isStored = kept.guestKey !== undefined
      return this.#applyLink(kept.link, kept.guestKey)
    }
    const key = kept.guestKey ?? (this.#isStored ? undefined : this.#key)
    const body = {
      token: this.#linkToken,
      ...(passphrase && { passphrase }),
      ...(key !== undefined && { guestKey: key }),
    }
    const { opened } = this.#earlyRequests ?? {}
    if (opened) {
      delete this.#earlyRequests?.opened
      keepSent(openLink, VISITOR, this.#earlySender(opened))
    }
    const { data } = await call(openLink, { body, as: VISITOR })
    this.#assertCurrent(number)
    this.#issuedAt = Date.now()
    this.#expiresAt = endOfNew(data.guestToken)
    const { guestKey = key, guestName: name, scriptId } = data
    const isKept = keepGuest(this.#linkToken, { link: data, ...(guestKey !== undefined && { guestKey }) })
    this.#isStored = isKept && guestKey !== undefined
    // A name that was entered here meanwhile takes precedence.
    if (name !== undefined && !(this.#isRenewed(guestKey) && guestName(scriptId) !== undefined))
      setGuestName(scriptId, name)
    this.#applyLink(data, guestKey)
    if (name === undefined) void this.#sendName(scriptId)
  }

  /** Throws if the guest was removed, claimed or closed meanwhile. */
  #assertCurrent(number: number): void {
    if (number !== this.#number) throw new ApiError('Request aborted', { status: 0, code: 'ABORTED' })
  }

  #isSame = (guestKey: string | undefined) => this.#key !== undefined && guestKey === this.#key

  #isRenewed = (guestKey: string | undefined) => this.#isSame(guestKey) && this.#state.status === 'open'

  #applyLink(link: OpenedLink, guestKey: string | undefined): void {
    const isRenewed = this.#isRenewed(guestKey)
    if (!this.#isSame(guestKey)) this.#number = --sessions
    this.#key = guestKey
    if (isRenewed) this.#show({ status: 'open', link })
    else this.#open(link)
  }

  #open(link: OpenedLink): void {
    this.#state = { status: 'open', link }
    const script = `/api/scripts/${encodeURIComponent(link.scriptId)}`
    // Early request, sent before the code of the page has loaded.
    if (this.#earlyRequests)
      keepSent({ method: 'GET', path: script }, this, this.#earlySender(this.#earlyRequests.script))
    else askEarly(script, this)
    askEarly(`${script}/progress`, this)
    this.#earlyRequests = undefined
    this.#changed.emit()
  }

  #earlySender(response: Promise<Response>) {
    const { controller } = this.#earlyRequests!
    return (signal: AbortSignal) => {
      signal.addEventListener('abort', () => controller.abort())
      return response
    }
  }

  /** Sends the stored name of this device if the guest is new to the backend. */
  async #sendName(scriptId: string): Promise<void> {
    const name = guestName(scriptId)
    if (name === undefined) return
    try {
      const { data } = await call(nameGuest, { params: { id: scriptId }, body: { name }, as: this })
      setGuestName(scriptId, data.guest.name ?? name)
    } catch {
      // Rejected: the page asks for a name before the first note.
      forgetGuestName(scriptId)
    }
  }

  #reject(error: ApiError): void {
    if (this.#state.status === 'open') {
      // Only a 404 of the link ends its guests.
      if (error.status === 404) this.#forget()
      else this.#dropToken()
    }
    this.#showRejection(error)
  }

  #showRejection(error: ApiError): void {
    this.#rejections += 1
    this.#show({ status: 'refused', error, refusal: this.#rejections, isTrying: false })
  }

  #forget(): void {
    if (this.#state.status === 'open') forgetGuestName(this.#state.link.scriptId)
    this.#reset()
    forgetGuest(this.#linkToken)
  }

  /** Pending requests of the previous guest are aborted. */
  #reset(): void {
    this.#nextSession()
    this.#key = undefined
    this.#isStored = false
  }

  #nextSession(): void {
    this.#number = --sessions
    this.#pendingExchange = undefined
  }

  #dropToken(): void {
    this.#nextSession()
    if (this.#key !== undefined) keepGuest(this.#linkToken, { guestKey: this.#key })
    else forgetGuest(this.#linkToken)
  }

  #show(state: GuestState): void {
    this.#state = state
    this.#changed.emit()
  }
}

const LINK_TOKEN = /^#?([A-Za-z0-9_-]{43})$/
export const linkTokenIn = (hash: string): string | undefined => LINK_TOKEN.exec(hash)?.[1]

let present: { token: string; session: GuestSession } | undefined

/** Returns the guest of a link, one per tab. The first call opens the link. */
export function guestOf(token: string): GuestSession {
  if (present?.token !== token || present.session.isOver)
    present = { token, session: new GuestSession(token) }
  return present.session
}

export function openLinkEarly(): void {
  const token = linkTokenIn(location.hash)
  if (token !== undefined) guestOf(token)
}
