import path from 'node:path'
import { prepareDataDir } from './data-dir.ts'
import { createInternalKeys } from './keys.ts'
import { LogStream, type LogSink } from './log/stream.ts'
import { DEMO, localUrl, ownParts, type PartsInput } from './parts.ts'
import { freePort, requirePort } from './ports.ts'
import { redisPart } from './redis.ts'
import { isLoopback, readSettings, type Environment, type Settings } from './settings.ts'
import { Guard } from './supervisor/guard.ts'
import type { Part } from './supervisor/part.ts'
import { Supervisor } from './supervisor/supervisor.ts'
import { ensureWebBuilt } from './web-build.ts'

export type PlatformOptions = Partial<Settings> & {
  /** Variables for all processes; the launcher's own by default. */
  env?: Environment
  /** Takes every line of the log stream; standard output by default. */
  log?: LogSink
  colour?: boolean
  /** Gives up the start, or stops the platform when it runs. */
  signal?: AbortSignal
  /** Whether to build the web part when its sources changed; yes by default. */
  build?: boolean
  /** Waits before restarts of a part that died, first and longest, in ms. */
  backoffMs?: readonly [number, number]
  /** The processes to run instead of the product's (tests). */
  parts?: (input: PartsInput) => Part[]
}

export type Platform = {
  /** Where a browser goes, e.g. `http://localhost:4200`. */
  origin: string
  dataDir: string
  demo: { email: string; password: string }
  /** Addresses of the parts behind the edge, by name. */
  urls: Record<'identity' | 'gateway' | 'scripts' | 'tts' | 'subscriptions' | 'redis', string> & {
    workers: string[]
  }
  /** Process ids as they are now, by name of the part (and `guard`). */
  pids: () => Record<string, number | undefined>
  /** Ends every process within 5 s. */
  stop: () => Promise<void>
}

/**
 * Brings the whole product up and resolves when every part answers. What a person can mend (port taken, DATA_DIR in use or
 * not writable, no redis-server, a build that fails) is an ExpectedFailure; after any failure nothing is left running.
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const env = options.env ?? process.env
  const settings = readSettings(env, options)
  const { host, dataDir } = settings
  const port = settings.port === 0 ? await freePort() : settings.port
  await requirePort(port, host)
  await prepareDataDir(dataDir)

  const guard = new Guard(dataDir)
  await guard.start()
  let supervisor: Supervisor | undefined
  const stop = async () => {
    await supervisor?.stop()
    await guard.close()
  }
  try {
    const origin = env['PUBLIC_ORIGIN'] || `http://localhost:${port}`
    guard.announce(origin)
    const redis = env['REDIS_URL'] ? undefined : redisPart(await freePort(), dataDir, env)
    const ports = {
      identity: await freePort(),
      gateway: await freePort(),
      scripts: await freePort(),
      tts: await freePort(),
      subscriptions: await freePort(),
      workers: await Promise.all(Array.from({ length: settings.workers }, freePort)),
      edge: port,
    }
    const redisUrl = redis?.url ?? env['REDIS_URL'] ?? ''
    const input: PartsInput = {
      env,
      ports,
      host,
      dataDir,
      redisUrl,
      publicOrigin: origin,
      keys: createInternalKeys(),
      realIdentity: Boolean(env['FIREBASE_PROJECT_ID'] && !env['FIREBASE_PROJECT_ID'].startsWith('demo-')),
    }
    const parts = [...(redis ? [redis.part] : []), ...(options.parts ?? ownParts)(input)]
    const log = new LogStream(
      ['platform', ...parts.map((part) => part.name)],
      options.log ?? ((line) => process.stdout.write(`${line}\n`)),
      options.colour ?? false,
    )
    if (!isLoopback(host))
      log.write(
        'platform',
        `HOST=${host} opens the platform to the network: the embedded sign-in is meant for this machine alone.`,
        true,
      )
    if (options.build !== false) await ensureWebBuilt((line) => log.write('platform', line), options.signal)

    supervisor = new Supervisor(parts, {
      log,
      guard,
      ...(options.backoffMs ? { backoffMs: options.backoffMs } : {}),
    })
    await supervisor.start(options.signal)
    const running = supervisor
    return {
      origin,
      dataDir: path.resolve(dataDir),
      demo: { ...DEMO },
      urls: {
        identity: localUrl(ports.identity),
        gateway: localUrl(ports.gateway),
        scripts: localUrl(ports.scripts),
        tts: localUrl(ports.tts),
        subscriptions: localUrl(ports.subscriptions),
        workers: ports.workers.map(localUrl),
        redis: redisUrl,
      },
      pids: () => ({ ...running.pids(), guard: guard.pid }),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
