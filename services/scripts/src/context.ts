import { readAudio } from '@andscene/contracts/routes/internal'
import { createServiceClient } from '@andscene/service-kit/calls/service-client'
import type { App } from '@andscene/service-kit/create-app'
import type { IdentityAccounts } from '@andscene/service-kit/identity/accounts'
import { createDiskGauges } from '@andscene/service-kit/metrics/disk-metrics'
import { requiredRedis } from '@andscene/service-kit/redis/redis-config'
import { tmpdir } from 'node:os'
import { Counter, Histogram } from 'prom-client'
import { Access } from './access.ts'
import { startErasure } from './account/erasure.ts'
import { startDailyMails } from './profile/daily-mails.ts'
import { createClipIndex } from './cache/audio-cache.ts'
import { createLineReader } from './cache/script-lines.ts'
import { systemClock, type Clock } from './clock.ts'
import type { ScriptsConfig } from './config.ts'
import { createDirectionReader } from './directions/directed-lines.ts'
import { createDownloads } from './files/download-route.ts'
import type { SendDailyMail } from './mail/daily-mail.ts'
import type { SendInvitation } from './mail/send-invitation.ts'
import { DraftChanges } from './drafts/draft-changes.ts'
import { DraftPlaces } from './drafts/draft-places.ts'
import { VisibleDrafts } from './drafts/visible-drafts.ts'
import { followTts } from './outbox/follow-tts.ts'
import { startForgetting } from './outbox/forgetting.ts'
import { outboxMetrics, startOutbox, type CommandQueues } from './outbox/outbox.ts'
import type { ScriptAnnotator, ScriptParser } from './parse/file-threads.ts'
import { ScriptPages } from './progress/script-pages.ts'
import { startInvitations } from './sharing/invitations.ts'
import { Passphrases } from './sharing/passphrases.ts'
import { ScriptFeeds } from './sharing/script-feeds.ts'
import type { Stores } from './store/open-stores.ts'
import { createUploadSlots, UPLOAD_SLOTS, type UploadSlots } from './upload/upload-limits.ts'

/** Grace period for running uploads at shutdown; the process has to exit within 5 s. */
const UPLOAD_GRACE_MS = 2_000
/** No request waits for counts: pages poll when they receive none. */
const COUNTS_TIMEOUT_MS = 10_000

export type ScriptsDeps = {
  stores: Stores
  queues: CommandQueues
  parser: ScriptParser
  annotator: ScriptAnnotator
  accounts: IdentityAccounts
  sendInvitation: SendInvitation
  /** Undefined when no mails are sent. */
  sendDailyMail?: SendDailyMail | undefined
  clock?: Clock
  uploadSlots?: UploadSlots
  logStream?: NodeJS.WritableStream | undefined
}

/** Creates what the routes share; it is closed with the app. */
export function openContext(app: App, config: ScriptsConfig, deps: ScriptsDeps) {
  const { stores, queues, parser, annotator, accounts, sendInvitation, sendDailyMail } = deps
  const { clock = systemClock, uploadSlots = UPLOAD_SLOTS } = deps
  const { log, metrics } = app
  const tts = createServiceClient(app, 'tts', config.TTS_URL)
  const subscriptions = createServiceClient(app, 'subscriptions', config.SUBSCRIPTIONS_URL)
  const outbox = startOutbox({ commands: stores.commands, queues, clock, log })
  const erasure = startErasure({ stores, outbox, queues, subscriptions, accounts }, clock, log)
  const invitations = startInvitations({ stores, sendInvitation }, clock, log)
  const dailyMails = startDailyMails({ stores, accounts, send: sendDailyMail }, clock, log)
  const forgetting = startForgetting(stores, config.LIMIT_ENDED_LINK_DAYS, clock, log)
  const access = new Access(stores, clock)
  const feeds = new ScriptFeeds({
    stores,
    access,
    clock,
    log,
    countNarration: async (id) => {
      const asked = { params: { id }, body: { counts: true } }
      return (await tts.call(readAudio, asked, { timeoutMs: COUNTS_TIMEOUT_MS })).data.counts
    },
  })
  const news = followTts(
    { redis: requiredRedis(config), prefix: config.QUEUE_PREFIX },
    { feeds, erasure, commands: stores.commands },
    log,
  )
  app.readiness.addCheck('store', () => stores.ping())
  outboxMetrics(metrics, { commands: stores.commands, clock })
  if (!config.MONGODB_URI) createDiskGauges(metrics, config.DATA_DIR)
  const giveUp = new AbortController()
  const readLines = createLineReader(stores.scripts)
  const draftPlaces = new DraftPlaces(stores.scripts)
  app.addHook('preClose', async () => {
    feeds.close()
    clock.after(UPLOAD_GRACE_MS, () => {
      giveUp.abort()
      for (const threads of [parser, annotator]) void threads.close()
    })
  })
  app.addHook('onClose', async () => {
    await Promise.all([outbox, erasure, invitations, dailyMails, forgetting].map((sweeps) => sweeps.close()))
    news.close()
    await Promise.all([...Object.values(queues), parser, annotator].map((part) => part.close()))
    await stores.close()
  })
  return {
    stores,
    access,
    feeds,
    invitations,
    sendsMail: sendDailyMail !== undefined,
    passphrases: new Passphrases(clock),
    queues,
    parser,
    downloads: createDownloads(annotator),
    outbox,
    erasure,
    clock,
    uploads: createUploadSlots(uploadSlots),
    /** Where uploads are stored while they arrive. Without an embedded database DATA_DIR need not exist. */
    spoolFolder: config.MONGODB_URI ? tmpdir() : config.DATA_DIR,
    library: { scripts: config.LIMIT_SCRIPTS, bytes: config.LIMIT_SCRIPT_BYTES },
    /** Aborts at shutdown, after the grace period for running uploads. */
    giveUp: giveUp.signal,
    readLines,
    readDirections: createDirectionReader(stores.scripts, readLines),
    pages: new ScriptPages(stores, draftPlaces),
    visible: new VisibleDrafts(stores),
    draftChanges: new DraftChanges(stores.scripts),
    draftPlaces,
    clipIndex: createClipIndex(tts),
    metrics: {
      uploads: new Counter({
        name: 'script_uploads_total',
        help: 'Uploads by outcome: stored, or the error code.',
        labelNames: ['outcome'] as const,
        registers: [metrics],
      }),
      parseSeconds: new Histogram({
        name: 'script_parse_seconds',
        help: 'Time to parse an accepted script, including the wait for a thread.',
        buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
        registers: [metrics],
      }),
    },
  }
}
export type Context = ReturnType<typeof openContext>
