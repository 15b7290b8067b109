import { JOB_LOCK_MS, SYNTHESIS_MS } from '@andscene/contracts/deadlines'
import { BaseConfig, InternalKeysConfig } from '@andscene/service-kit/config'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { RedisConfig } from '@andscene/service-kit/redis/redis-config'
import { Type, type Static } from '@andscene/contracts/schema/schema'
import { DEFAULT_ALLOWANCE_HOURS } from './pipeline/allowance.ts'
import { VoiceFilesConfig } from '@andscene/kokoro/model/config'
import { ProvidersConfig } from './speech/create-providers.ts'

/** Fits into the 4.5 s within which processes of an embedded platform exit (architecture §10). */
const USUAL_DRAIN_MS = 2_500

const optionalText = (description: string) => Type.Optional(Type.String({ description }))

const Storage = {
  /** Folder of the embedded storage; needed unless both MONGODB_URI and S3_ENDPOINT are set. */
  DATA_DIR: Type.Optional(Type.String()),
  MONGODB_URI: optionalText('MongoDB for documents, instead of SQLite files'),
  S3_ENDPOINT: optionalText('MinIO or any S3 server for clips, instead of files'),
  S3_ACCESS_KEY: optionalText('its access key'),
  S3_SECRET_KEY: optionalText('its secret key'),
  S3_BUCKET: Type.String({ default: 'andscene-audio', description: 'its bucket' }),
}
export const StorageConfig = Type.Object(Storage)
export type StorageConfig = Static<typeof StorageConfig>

const SharedConfig = {
  ...BaseConfig.properties,
  ...InternalKeysConfig.properties,
  ...ProvidersConfig.properties,
  ...VoiceFilesConfig.properties,
  ...Storage,
  ...RedisConfig.properties,
  QUEUE_PREFIX: Type.String({
    default: 'andscene',
    description:
      'prefix of all keys in Redis; for a shared Redis the launcher sets one per DATA_DIR. All launchers of one platform must use the same prefix',
  }),
  SCRIPTS_URL: Type.String(),
  LIMIT_AUDIO_HOURS: Type.Number({
    exclusiveMinimum: 0,
    default: DEFAULT_ALLOWANCE_HOURS,
    description: 'hours of new audio per user and day (UTC), such as `0.5`; stored audio is always available',
  }),
}

export const ApiConfig = Type.Object({
  ...SharedConfig,
  OPERATOR_TOKEN: Type.Optional(
    Type.String({
      minLength: 16,
      description: "password of the operators' page and of the queue dashboard, at least 16 characters",
    }),
  ),
  OPERATOR_TARGETS: optionalText(
    "further processes on the operators' page, as `worker=http://10.0.0.7:8080`, separated by commas; without the launcher, list all processes",
  ),
  OPERATOR_WRITES: Type.Union([Type.Literal('yes'), Type.Literal('no')], {
    default: 'no',
    description: '`yes` allows the dashboard to change the queue: retry, pause, remove',
  }),
})
export type ApiConfig = Static<typeof ApiConfig>
export type SharedConfig = Pick<ApiConfig, keyof typeof SharedConfig>

export const WorkerConfig = Type.Object({
  ...SharedConfig,
  SPEECH_REMOTE_CONCURRENCY: Type.Integer({
    minimum: 1,
    default: 4,
    description: 'concurrent requests of one worker to each remote speech provider',
  }),
  /** Longest time one text may take (product §9). */
  SPEECH_LIMIT_MS: Type.Integer({ minimum: 100, default: SYNTHESIS_MS }),
  WORKER_DRAIN_MS: Type.Integer({
    minimum: 0,
    default: USUAL_DRAIN_MS,
    description:
      'time in ms for running clips when a worker shuts down; then they return to the queue. For workers without the launcher',
  }),
  /** Lock duration of a job: when a worker dies, its clip is released after this time. */
  JOB_LOCK_MS: Type.Integer({ minimum: 500, default: JOB_LOCK_MS }),
  QUEUE_WINDOW: Type.Integer({
    minimum: 2,
    default: 2_000,
    description: 'maximum number of clips of one script in the queue; the planner adds more as they finish',
  }),
  /** Interval of the search for narrations that stopped half-way. */
  RECONCILE_MS: Type.Integer({ minimum: 100, default: 60_000 }),
  LIMIT_PREVIEW_DAYS: Type.Number({
    exclusiveMinimum: 0,
    default: 30,
    description: 'days until a preview is deleted after its last use',
  }),
  LIMIT_PREVIEW_BYTES: Type.Integer({
    minimum: 0,
    default: 2 * 1024 ** 3,
    description: 'maximum bytes of all previews',
  }),
  /** Interval of the search for previews beyond these limits. */
  PREVIEWS_CHECK_MS: Type.Integer({ minimum: 100, default: 300_000 }),
})
export type WorkerConfig = Static<typeof WorkerConfig>

/** Additional time that a worker may take to close, compared with other services (ms). */
export const extraDrainMs = ({ WORKER_DRAIN_MS }: WorkerConfig): number =>
  Math.max(0, WORKER_DRAIN_MS - USUAL_DRAIN_MS)

export function needed(config: StorageConfig, name: keyof StorageConfig, why: string): string {
  const value = config[name]
  if (value === undefined) throw new OperatorError(`${name}: needed ${why}`)
  return value
}
