import { forgetSubscriber } from '@andscene/contracts/routes/internal'
import type { ServiceClient } from '@andscene/service-kit/calls/service-client'
import type { IdentityAccounts } from '@andscene/service-kit/identity/accounts'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { CommandQueues, Outbox } from '../outbox/outbox.ts'
import { startSweeps, type Sweeps } from '../outbox/sweeps.ts'
import { accountClosed, type ClosedAccount, SETTLED_MS } from '../store/documents/accounts.ts'
import type { Stores } from '../store/open-stores.ts'
import { deleteAccount } from '@andscene/contracts/routes/account'
import type { App } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'

type ErasureParts = {
  stores: Pick<Stores, 'accounts' | 'scripts' | 'progress' | 'preferences' | 'shares' | 'notes' | 'noteReads'>
  outbox: Outbox
  queues: Pick<CommandQueues, 'erased'>
  subscriptions: ServiceClient
  accounts: IdentityAccounts
}

export type Erasure = Sweeps & {
  /** Records that tts has erased the user's audio. Returns immediately; never throws. */
  audioErased(uid: string): void
}

/** `audioErased`: users whose audio was erased recently. */
type StepParts = ErasureParts & { audioErased: LRUCache<string, true> }
/** Resolves with `pending` while another process does the work; its acknowledgement wakes the erasure. */
type Step = (account: ClosedAccount, parts: StepParts) => Promise<'pending' | void>

/**
 * One step for each kind of stored data of an account; add new kinds of data here. Each step may be repeated. All steps
 * run each time until all have succeeded.
 */
const STEPS: Readonly<Record<string, Step>> = {
  /** First, so that tts creates nothing new: default voice, previews, usage. */
  audio: async ({ uid, requestId }, { queues, audioErased }) => {
    if (audioErased.has(uid)) return undefined
    await queues.erased.add({ uid, requestId })
    return 'pending'
  },
  /** With their castings; each leaves a pending command that deletes its clips (product §10). */
  scripts: async ({ uid, requestId }, { stores: { scripts }, outbox }) => {
    for (;;) {
      const found = await scripts.list(uid, { limit: SCRIPTS_AT_ONCE })
      for (const { _id } of found) await scripts.remove(_id, requestId)
      if (found.length > 0) outbox.wake()
      if (found.length < SCRIPTS_AT_ONCE) return scripts.forgetCancelled({ ownerId: uid })
    }
  },
  progress: ({ uid }, { stores: { progress } }) => progress.removeOf(uid),
  preferences: ({ uid }, { stores: { preferences } }) => preferences.remove(uid),
  noteReads: ({ uid }, { stores: { noteReads } }) => noteReads.removeOf(uid),
  /** In scripts of other users, like `castings`. */
  notes: ({ uid }, { stores: { notes } }) => notes.removeOf(uid),
  castings: async ({ uid, requestId }, { stores: { scripts }, outbox }) => {
    await scripts.forgetCaster(uid, requestId)
    outbox.wake()
  },
  invitations: ({ uid }, { stores: { shares } }) => shares.removeOf(uid),
  /** In this order, because the address can be looked up only while the identity exists. */
  identity: async ({ uid, requestId }, { subscriptions, accounts }) => {
    const email = await accounts.verifiedEmail(uid)
    // Only a verified address: otherwise a user could remove others from the list.
    if (email !== undefined) await subscriptions.call(forgetSubscriber, { body: { email } }, { requestId })
    await accounts.remove(uid)
  },
}

const SCRIPTS_AT_ONCE = 100
const ACCOUNTS_AT_ONCE = 1_000
/**
 * Counted from the deletion of the identity: an ID token is valid for an hour, and requests that it started take a
 * little longer. Milliseconds.
 */
const CLOSED_KEPT_MS = 24 * 3_600_000
/**
 * Long enough for all steps of the account, but shorter than SETTLED_MS, so that it does not count for the second
 * erasure.
 */
const AUDIO_ERASED_KEPT_MS = SETTLED_MS / 2
/** An erasure that still waits for the worker of tts after this time is logged. */
const LATE_MS = 10 * 60_000

/**
 * Erases closed accounts when woken, at start and every minute, until no data of them is left (decisions/0029). A
 * failing account or step does not delay the others.
 */
export function startErasure(parts: ErasureParts, clock: Clock, log: FastifyBaseLogger): Erasure {
  const audioErased = new LRUCache<string, true>({
    max: ACCOUNTS_AT_ONCE,
    ttl: AUDIO_ERASED_KEPT_MS,
    perf: { now: () => clock.now().getTime() },
  })
  const sweep = async () => {
    const { accounts } = parts.stores
    const failures: unknown[] = []
    let late = 0
    for (const account of await accounts.unfinished(clock.now(), ACCOUNTS_AT_ONCE)) {
      const { failed, pending } = await erase(account, { ...parts, audioErased })
      failures.push(...failed)
      if (failed.length > 0) continue
      if (!pending) {
        await accounts.finish(account.uid, clock.now())
        log.info({ reqId: account.requestId }, 'an account is erased')
      } else if (clock.now().getTime() - account.dueAt.getTime() > LATE_MS) late += 1
    }
    if (late > 0)
      log.warn(
        { accounts: late },
        'the audio of deleted accounts is not erased yet: is a tts worker running?',
      )
    await accounts.forget(new Date(clock.now().getTime() - CLOSED_KEPT_MS))
    if (failures.length > 0) throw new AggregateError(failures, 'Some deleted accounts are not erased yet')
  }
  const sweeps = startSweeps({ sweep, clock, log, failure: 'accounts stay to be erased' })
  return {
    ...sweeps,
    audioErased(uid) {
      audioErased.set(uid, true)
      sweeps.wake()
    },
  }
}

async function erase(account: ClosedAccount, parts: StepParts) {
  const failed: unknown[] = []
  let pending = false
  for (const step of Object.values(STEPS))
    try {
      if ((await step(account, parts)) === 'pending') pending = true
    } catch (error) {
      failed.push(error)
    }
  return { failed, pending }
}

/**
 * Deletes the caller's own account (product §7). When it responds, the account is closed durably: all of its tokens are
 * rejected, and all of its data will be erased, also when processes crash meanwhile.
 */
export function accountRoutes(app: App, { stores: { accounts }, clock, erasure }: Context): void {
  app.addHook('preHandler', async ({ uid, routeOptions }) => {
    // Also for a closed account, because a client may retry after a lost response.
    if (uid === '' || routeOptions.url === deleteAccount.path) return
    if (await accounts.isClosed(uid)) throw accountClosed()
  })

  implement(app, deleteAccount, async ({ uid, id: requestId }) => {
    await accounts.close({ uid, requestId }, clock.now())
    erasure.wake()
    return { message: 'Your account is deleted.' }
  })
}
