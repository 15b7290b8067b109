import { readAudio } from '@andscene/contracts/routes/internal'
import { createApp } from '@andscene/service-kit/create-app'
import { createDiskGauges } from '@andscene/service-kit/metrics/disk-metrics'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import type { IdentityAccounts } from '@andscene/service-kit/identity/accounts'
import { neededRedis } from '@andscene/service-kit/redis/redis-config'
import { createServiceClient } from '@andscene/service-kit/calls/service-client'
import { tmpdir } from 'node:os'
import { Counter, Histogram } from 'prom-client'
import { accountRoutes } from './account/account-routes.ts'
import { Access } from './access.ts'
import { startErasure } from './account/erasure.ts'
import { createDownloads, downloadRoute } from './files/download-route.ts'
import { checkCacheRoute } from './cache/check-cache-route.ts'
import { createClipIndex } from './cache/clip-index.ts'
import { createLineReader } from './cache/script-lines.ts'
import { castingRoutes } from './casting/casting-routes.ts'
import { systemClock, type Clock } from './clock.ts'
import type { ScriptsConfig } from './config.ts'
import type { Context } from './context.ts'
import { internalRoutes } from './internal/internal-routes.ts'
import type { SendInvitation } from './mail/send-invitation.ts'
import { noteRoutes } from './notes/note-routes.ts'
import { collaboratorRoutes } from './sharing/collaborator-routes.ts'
import { invitationRoutes } from './sharing/invitation-routes.ts'
import { followRoute } from './sharing/follow-route.ts'
import { startInvitations } from './sharing/invitations.ts'
import { claimRoute } from './sharing/claim-route.ts'
import { guestRoutes } from './sharing/guest-routes.ts'
import { linkRoutes } from './sharing/link-routes.ts'
import { Passphrases } from './sharing/passphrases.ts'
import { ScriptFeeds } from './sharing/script-feeds.ts'
import { sharingRoutes } from './sharing/sharing-routes.ts'
import { libraryRoutes } from './library/library-routes.ts'
import type { ScriptAnnotator } from './parse/script-annotator.ts'
import type { ScriptParser } from './parse/script-parser.ts'
import { preferencesRoutes } from './progress/preferences-routes.ts'
import { progressRoutes } from './progress/progress-routes.ts'
import { ScriptPages } from './progress/script-pages.ts'
import { followTts } from './outbox/follow-tts.ts'
import { startForgetting } from './outbox/forgetting.ts'
import { outboxMetrics } from './outbox/outbox-metrics.ts'
import { startOutbox, type CommandQueues } from './outbox/outbox.ts'
import type { Stores } from './store/open-stores.ts'
import { UPLOAD_LIMITS, type UploadLimits } from './upload/read-upload.ts'
import { createUploadSlots, UPLOAD_SLOTS, uploadRoute, type UploadSlots } from './upload/upload-route.ts'

/** A process that shuts down lets uploads continue this long; it has to exit within 5 s. */
const UPLOAD_GRACE_MS = 2_000
/** No request waits for counts: pages that receive nothing poll. */
const COUNTS_TIMEOUT_MS = 10_000

export type ScriptsDeps = {
  stores: Stores
  queues: CommandQueues
  parser: ScriptParser
  annotator: ScriptAnnotator
  accounts: IdentityAccounts
  sendInvitation: SendInvitation
  clock?: Clock
  uploadLimits?: UploadLimits
  uploadSlots?: UploadSlots
  logStream?: NodeJS.WritableStream | undefined
}

/** Scripts, castings and progress (architecture §6). Closing the app closes what it was given. */
export async function buildApp(config: ScriptsConfig, deps: ScriptsDeps) {
  const app = await createApp({ name: 'scripts', logLevel: config.LOG_LEVEL, logStream: deps.logStream })
  await app.register(internalTokens, {
    self: 'scripts',
    privateKey: config.INTERNAL_PRIVATE_KEY,
    publicKeys: config.INTERNAL_PUBLIC_KEYS,
  })
  const { stores, queues, parser, annotator, accounts, sendInvitation, clock = systemClock } = deps
  const { uploadLimits = UPLOAD_LIMITS, uploadSlots = UPLOAD_SLOTS } = deps
  const outbox = startOutbox({ commands: stores.commands, queues, clock, log: app.log })
  const tts = createServiceClient(app, 'tts', config.TTS_URL)
  const subscriptions = createServiceClient(app, 'subscriptions', config.SUBSCRIPTIONS_URL)
  const erasure = startErasure({ stores, outbox, queues, subscriptions, accounts }, clock, app.log)
  const invitations = startInvitations({ stores, sendInvitation }, clock, app.log)
  const access = new Access(stores, clock)
  const feeds = new ScriptFeeds({
    stores,
    access,
    clock,
    log: app.log,
    countNarration: async (id) => {
      const asked = { params: { id }, body: { counts: true } }
      return (await tts.call(readAudio, asked, { timeoutMs: COUNTS_TIMEOUT_MS })).data.counts
    },
  })
  const news = followTts(
    { redis: neededRedis(config), prefix: config.QUEUE_PREFIX },
    { feeds, erasure, commands: stores.commands },
    app.log,
  )
  const forgetting = startForgetting(stores, config.LIMIT_ENDED_LINK_DAYS, clock, app.log)
  app.readiness.addCheck('store', () => stores.ping())
  outboxMetrics(app.metrics, { commands: stores.commands, clock })
  if (!config.MONGODB_URI) createDiskGauges(app.metrics, config.DATA_DIR)
  const giveUp = new AbortController()
  app.addHook('preClose', async () => {
    feeds.close()
    clock.after(UPLOAD_GRACE_MS, () => {
      giveUp.abort()
      for (const threads of [parser, annotator]) void threads.close()
    })
  })
  app.addHook('onClose', async () => {
    await Promise.all([outbox, erasure, invitations, forgetting].map((sweeps) => sweeps.close()))
    news.close()
    await Promise.all([...Object.values(queues), parser, annotator].map((part) => part.close()))
    await stores.close()
  })

  const readLines = createLineReader(stores.scripts)
  const context: Context = {
    stores,
    access,
    feeds,
    invitations,
    passphrases: new Passphrases(clock),
    queues,
    parser,
    downloads: createDownloads(annotator),
    outbox,
    erasure,
    clock,
    uploadLimits,
    uploads: createUploadSlots(uploadSlots),
    // Without an embedded database DATA_DIR need not exist.
    spoolFolder: config.MONGODB_URI ? tmpdir() : config.DATA_DIR,
    library: { scripts: config.LIMIT_SCRIPTS, bytes: config.LIMIT_SCRIPT_BYTES },
    giveUp: giveUp.signal,
    readLines,
    pages: new ScriptPages(stores),
    clipIndex: createClipIndex(tts),
    metrics: {
      uploads: new Counter({
        name: 'script_uploads_total',
        help: 'Uploads by outcome: stored, or the code of the refusal.',
        labelNames: ['outcome'] as const,
        registers: [app.metrics],
      }),
      parseSeconds: new Histogram({
        name: 'script_parse_seconds',
        help: 'Time to parse a script that was accepted, waiting for a thread included.',
        buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
        registers: [app.metrics],
      }),
    },
  }
  // Its check of closed accounts is for the routes that follow.
  accountRoutes(app, context)
  libraryRoutes(app, context)
  castingRoutes(app, context)
  checkCacheRoute(app, context)
  progressRoutes(app, context)
  preferencesRoutes(app, context)
  sharingRoutes(app, context)
  collaboratorRoutes(app, context)
  invitationRoutes(app, context)
  linkRoutes(app, context)
  guestRoutes(app, context)
  claimRoute(app, context)
  noteRoutes(app, context)
  followRoute(app, context)
  downloadRoute(app, context)
  internalRoutes(app, context)
  await uploadRoute(app, context)
  return app
}
