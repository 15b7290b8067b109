import { JOB_LOCK_MS, SYNTHESIS_MS } from '@andscene/contracts/deadlines'
import { BaseConfig, InternalKeysConfig } from '@andscene/service-kit/config'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { RedisConfig } from '@andscene/service-kit/redis/redis-config'
import { Type, type Static } from '@andscene/contracts/schema'
import { DEFAULT_ALLOWANCE_HOURS } from './pipeline/allowance.ts'
import { VoiceFilesConfig } from './speech/kokoro/model/config.ts'
import { ProvidersConfig } from './speech/create-providers.ts'

/** Fits into the 4.5 s in which a process of a platform on one machine is gone (architecture §10). */
const USUAL_DRAIN_MS = 2_500

const Optional = Type.Optional(Type.String())

/** Where clips and their index are kept. */
const Storage = {
  /** Folder of the embedded storage; needed unless both MONGODB_URI and S3_ENDPOINT are set. */
  DATA_DIR: Optional,
  MONGODB_URI: Optional,
  S3_ENDPOINT: Optional,
  S3_ACCESS_KEY: Optional,
  S3_SECRET_KEY: Optional,
  S3_BUCKET: Type.String({ default: 'andscene-audio' }),
}
export const StorageConfig = Type.Object(Storage)
export type StorageConfig = Static<typeof StorageConfig>

/** What both processes of this service read. */
const SharedConfig = {
  ...BaseConfig.properties,
  ...InternalKeysConfig.properties,
  ...ProvidersConfig.properties,
  ...VoiceFilesConfig.properties,
  ...Storage,
  ...RedisConfig.properties,
  QUEUE_PREFIX: Type.String({ default: 'andscene' }),
  SCRIPTS_URL: Type.String(),
  /** Hours of new audio that are made for one person per day. */
  LIMIT_AUDIO_HOURS: Type.Number({ exclusiveMinimum: 0, default: DEFAULT_ALLOWANCE_HOURS }),
}

export const ApiConfig = Type.Object({
  ...SharedConfig,
  /** Opens the operators' page and their view of the queues; without it there are none. */
  OPERATOR_TOKEN: Type.Optional(Type.String({ minLength: 16 })),
  /** Where their page reads the metrics of each part: pairs such as `worker=http://127.0.0.1:8080`, separated by commas. */
  OPERATOR_TARGETS: Optional,
  /** Lets operators change the queues there: retry, pause, remove. */
  OPERATOR_WRITES: Type.Union([Type.Literal('yes'), Type.Literal('no')], { default: 'no' }),
})
export type ApiConfig = Static<typeof ApiConfig>

export const WorkerConfig = Type.Object({
  ...SharedConfig,
  /** Requests at once to each provider that speaks elsewhere. */
  SPEECH_REMOTE_CONCURRENCY: Type.Integer({ minimum: 1, default: 4 }),
  /** Longest time one text may take (product §9). */
  SPEECH_LIMIT_MS: Type.Integer({ minimum: 100, default: SYNTHESIS_MS }),
  /** Clips that still run so long after a worker was told to end are given back to the queue. */
  WORKER_DRAIN_MS: Type.Integer({ minimum: 0, default: USUAL_DRAIN_MS }),
  /** How long a dead worker's clip stays taken. */
  JOB_LOCK_MS: Type.Integer({ minimum: 500, default: JOB_LOCK_MS }),
  /** Clips of one script that the queue holds at a time; those behind follow as these are made. */
  QUEUE_WINDOW: Type.Integer({ minimum: 2, default: 2_000 }),
  /** How often scripts whose narration stopped half-way are looked for. */
  RECONCILE_MS: Type.Integer({ minimum: 100, default: 60_000 }),
  /** Previews are kept so long after they were heard last, and so many bytes of them at most. */
  LIMIT_PREVIEW_DAYS: Type.Number({ exclusiveMinimum: 0, default: 30 }),
  LIMIT_PREVIEW_BYTES: Type.Integer({ minimum: 0, default: 2 * 1024 ** 3 }),
  /** How often previews beyond these limits are looked for. */
  PREVIEWS_CHECK_MS: Type.Integer({ minimum: 100, default: 300_000 }),
})
export type WorkerConfig = Static<typeof WorkerConfig>

/** What closing a worker may take beyond any other service (ms). */
export const longerDrain = ({ WORKER_DRAIN_MS }: WorkerConfig): number =>
  Math.max(0, WORKER_DRAIN_MS - USUAL_DRAIN_MS)

/** The value of a variable that this configuration needs. */
export function needed(config: StorageConfig, name: keyof StorageConfig, why: string): string {
  const value = config[name]
  if (value === undefined) throw new OperatorError(`${name}: needed ${why}`)
  return value
}
