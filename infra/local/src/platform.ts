import { buildRevision } from '@andscene/service-kit/process/build-revision'
import { freePort } from '@andscene/service-kit/free-port'
import { createInternalKeys, ISSUERS } from '@andscene/service-kit/tokens/internal-keys'
import { finishRestore } from './backup/swap.ts'
import { prepareDataDir } from './data-dir.ts'
import { checkExposure, usesRealIdentity } from './exposure.ts'
import { identityKeys } from './identity-keys.ts'
import { LogStream, type LogSink } from './log/stream.ts'
import { DEMO, ownParts, type PartPorts, type PartsInput } from './parts.ts'
import { metricsTargets, writeTargets, type MetricsTarget } from './metrics-targets.ts'
import { localUrl, requirePort } from './ports.ts'
import { queuePrefix } from './queue-prefix.ts'
import { ROOT } from './paths.ts'
import { namesRedis, redisPart } from './redis.ts'
import { readPublicOrigin, readSettings, type Environment, type Settings } from './settings.ts'
import { Guard } from './supervisor/guard.ts'
import type { Part } from './supervisor/part.ts'
import { Supervisor } from './supervisor/supervisor.ts'
import { ensureWebBuilt } from './web-build.ts'

export type PlatformOptions = Partial<Settings> & {
  /** Environment of all processes; defaults to the launcher's own. */
  env?: Environment
  /** Receives every line of the log stream; defaults to standard output. */
  log?: LogSink
  colour?: boolean
  /** Aborts the start, or stops the running platform. */
  signal?: AbortSignal
  /** Whether to build the web part when its sources have changed; defaults to true. */
  build?: boolean
  /** Delays before restarts of a part that exited: first and longest, in ms. */
  backoffMs?: readonly [number, number]
  /** Processes to run instead of the product's (tests). */
  parts?: (input: PartsInput) => Part[]
}

export type Platform = {
  /** The address for browsers, e.g. `http://localhost:4200`. */
  origin: string
  dataDir: string
  demo: { email: string; password: string }
  embeddedIdentity: boolean
  /** Addresses of the parts behind the edge, by name. */
  urls: Record<'identity' | 'gateway' | 'scripts' | 'tts' | 'subscriptions' | 'redis', string> & {
    workers: string[]
  }
  metrics: MetricsTarget[]
  /** Current process ids by name of the part (and `guard`). */
  pids: () => Record<string, number | undefined>
  /** Ends every process within 5 s. */
  stop: () => Promise<void>
}

/**
 * Resolves when every part is ready. Errors that the operator can fix are OperatorErrors; a failure leaves no process.
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const env = options.env ?? process.env
  const settings = readSettings(env, options)
  const { host, dataDir } = settings
  const port = settings.port === 0 ? await freePort() : settings.port
  const warning = checkExposure(env, host)
  const origin = readPublicOrigin(env, port)
  await requirePort(port, host)
  const isPrivate = await prepareDataDir(dataDir)
  const restored = await finishRestore(dataDir)

  const redis = namesRedis(env) ? undefined : redisPart(await freePort(), dataDir, env)
  const input: PartsInput = {
    env: {
      ...env,
      QUEUE_PREFIX: await queuePrefix(env, dataDir),
      BUILD_REVISION: await buildRevision(env, ROOT),
    },
    host,
    dataDir,
    ports: await partPorts(port, settings.workers),
    redisUrl: redis?.url ?? env['REDIS_URL'] ?? '',
    publicOrigin: origin,
    keys: createInternalKeys(ISSUERS),
    identity: usesRealIdentity(env) ? undefined : identityKeys(dataDir),
  }
  const parts = [...(redis ? [redis.part] : []), ...(options.parts ?? ownParts)(input)]
  const log = new LogStream(
    ['platform', ...parts.map((part) => part.name)],
    options.log ?? ((line) => process.stdout.write(`${line}\n`)),
    options.colour ?? false,
  )
  const say = (line: string) => log.write('platform', line, true)
  if (warning) say(warning)
  if (restored) say('A restore that was interrupted has been finished.')
  if (!isPrivate)
    say(`Other users of this machine can read ${dataDir}: its file system keeps no permissions.`)

  const targets = metricsTargets(input)
  const guard = new Guard(dataDir, say)
  const supervisor = new Supervisor(parts, { log, guard, backoffMs: options.backoffMs })
  const stop = async () => {
    await supervisor.stop()
    await guard.close()
  }
  try {
    await guard.start()
    guard.announce(origin)
    await writeTargets(dataDir, targets)
    if (options.build !== false) await ensureWebBuilt(say, options.signal)
    await supervisor.start(options.signal)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    origin,
    dataDir,
    demo: { ...DEMO },
    embeddedIdentity: input.identity !== undefined,
    urls: partUrls(input),
    metrics: targets,
    pids: () => ({ ...supervisor.pids(), guard: guard.pid }),
    stop,
  }
}

async function partPorts(edge: number, workers: number): Promise<PartPorts> {
  return {
    edge,
    identity: await freePort(),
    gateway: await freePort(),
    scripts: await freePort(),
    tts: await freePort(),
    subscriptions: await freePort(),
    workers: await Promise.all(Array.from({ length: workers }, freePort)),
    metrics: { edge: await freePort(), identity: await freePort() },
  }
}

function partUrls({ ports, redisUrl }: PartsInput): Platform['urls'] {
  return {
    identity: localUrl(ports.identity),
    gateway: localUrl(ports.gateway),
    scripts: localUrl(ports.scripts),
    tts: localUrl(ports.tts),
    subscriptions: localUrl(ports.subscriptions),
    workers: ports.workers.map(localUrl),
    redis: redisUrl,
  }
}
