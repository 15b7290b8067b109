import { QUEUES } from '@andscene/contracts/queues'
import { createServiceClient } from '@andscene/service-kit/calls/service-client'
import type { App } from '@andscene/service-kit/create-app'
import { createDiskGauges } from '@andscene/service-kit/metrics/disk-metrics'
import type { Producers } from '@andscene/service-kit/queue/queues'
import { ScriptClipsReader } from './clips/script-clips.ts'
import type { SharedConfig } from './config.ts'
import { Allowance } from './pipeline/allowance.ts'
import { Backlog } from './pipeline/backlog.ts'
import { Heads } from './pipeline/heads.ts'
import { ScriptNotes } from './pipeline/script-notes.ts'
import { Waiters } from './pipeline/waiters.ts'
import type { SpeechProviders } from './speech/providers.ts'
import { openStorage } from './storage/open-storage.ts'
import { NaturalVoicesStatus } from './voices/natural-voices-status.ts'
import { SpeechPreparation } from './voices/speech-preparation.ts'
import { VoiceCatalogue } from './voices/voice-catalogue.ts'
import type { QueueEvents } from 'bullmq'
import type { AccessWatch } from './api/access-watch.ts'
import type { Access } from './api/access.ts'
import type { ClipRequests } from './api/clip-requests.ts'

/** For tests. */
export type BuildDeps = {
  /** Sources of voices; created from the configuration by default. The app closes them. */
  providers?: SpeechProviders
  logStream?: NodeJS.WritableStream | undefined
  /** The clock of the allowance (ms since 1970). */
  now?: () => number
}

type Needed = Pick<Producers, typeof QUEUES.narration | typeof QUEUES.lineAudio>

/** The parts that both the API and the workers use. */
export async function openParts<Opened extends Needed>(
  app: App,
  config: SharedConfig,
  make: {
    producers: () => Opened
    providers: (status: NaturalVoicesStatus) => SpeechProviders
    now?: (() => number) | undefined
  },
) {
  const { index, objects } = await openStorage(config)
  const producers = make.producers()
  const { [QUEUES.narration]: narration, [QUEUES.lineAudio]: lineAudio }: Needed = producers
  const prefix = config.QUEUE_PREFIX
  const naturalVoices = new NaturalVoicesStatus(lineAudio, prefix)
  const providers = make.providers(naturalVoices)
  const catalogue = new VoiceCatalogue(providers, objects)
  const scripts = createServiceClient(app, 'scripts', config.SCRIPTS_URL)
  if (config.DATA_DIR !== undefined) createDiskGauges(app.metrics, config.DATA_DIR)
  app.readiness.addCheck('index', () => index.check())
  return {
    producers,
    scripts,
    index,
    objects,
    providers,
    catalogue,
    naturalVoices,
    preparation: new SpeechPreparation(lineAudio, prefix),
    scriptClips: new ScriptClipsReader(scripts, catalogue),
    allowance: new Allowance(index, { hours: config.LIMIT_AUDIO_HOURS, now: make.now }),
    backlog: new Backlog(lineAudio),
    notes: new ScriptNotes(lineAudio, prefix),
    heads: new Heads(lineAudio, prefix),
    waiters: new Waiters(lineAudio, prefix),
    narration,
    /** Plans a script again from the position of its listener. Queues nothing twice. */
    replan: (scriptId: string) => narration.add({ scriptId, reason: 'reconcile' }),
  }
}

export type ApiParts = Omit<Awaited<ReturnType<typeof openParts>>, 'producers'> & {
  access: Access
  watch: AccessWatch
  clips: ClipRequests
  /** Events of the clip queue. */
  events: Pick<QueueEvents, 'on'>
}
