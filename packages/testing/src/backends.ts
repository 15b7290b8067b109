import { freePort } from '@andscene/service-kit/free-port'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'minio'
import { builtServer } from './go-tool.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Real servers for the contract tests (architecture §4): containers with a Docker engine, otherwise built with Go. */

export type MongoServer = {
  /** Without a database name: each test appends its own to the path. */
  uri: string
  stop(): Promise<void>
}
export type S3Server = {
  /** Origin, e.g. `http://127.0.0.1:9000`. */
  endpoint: string
  accessKey: string
  secretKey: string
  bucket: string
  stop(): Promise<void>
}

const MONGO_IMAGE = 'mongo:8.0'
/** No newer image: the community edition is only released as source since. */
const MINIO_IMAGE = 'quay.io/minio/minio:RELEASE.2025-09-07T16-13-09Z'
const BUCKET = 'andscene-test'

/** Starts a MongoDB-compatible server. Rejects with instructions if none can be started. */
export async function startMongo(): Promise<MongoServer> {
  const container = await startContainer(MONGO_IMAGE, 27_017)
  if (container)
    return {
      uri: `mongodb://${container.host}:${container.port}/?directConnection=true`,
      stop: container.stop,
    }

  return builtMongo()
}

/** FerretDB, which can be killed and restarted with the same port and data. */
export async function builtMongo(): Promise<MongoServer & Restartable> {
  const binary = await builtServer('ferretdb')
  const folder = await temporaryFolder('andscene-mongo')
  const address = `127.0.0.1:${await freePort()}`
  const server = await restartable(async () => {
    const started = await spawnServer(binary, [folder.path, address])
    await untilReady(started, async () => /^listening /m.test(started.output()) || undefined)
    return started
  }, folder)
  return { ...server, uri: `mongodb://${address}/?directConnection=true` }
}

/** Starts an S3 server with one empty bucket. Rejects with instructions if none can be started. */
export async function startS3(): Promise<S3Server> {
  const credentials = newCredentials()
  const env = environmentOf(credentials)
  const container = await startContainer(MINIO_IMAGE, 9_000, { command: ['server', '/data'], env })
  if (container) {
    const server = { endpoint: `http://${container.host}:${container.port}`, ...credentials, bucket: BUCKET }
    await makeBucket(server)
    return { ...server, stop: container.stop }
  }
  return builtS3()
}

/** MinIO, which can be killed and restarted with the same port and data. */
export async function builtS3(): Promise<S3Server & Restartable> {
  const binary = await builtServer('minio')
  const folder = await temporaryFolder('andscene-s3')
  const credentials = newCredentials()
  const [port, consolePort] = [await freePort(), await freePort()]
  const flags = ['--address', `127.0.0.1:${port}`, '--console-address', `127.0.0.1:${consolePort}`]
  const endpoint = `http://127.0.0.1:${port}`
  const server = await restartable(async () => {
    const env = { ...environmentOf(credentials), MINIO_BROWSER: 'off', MINIO_UPDATE: 'off' }
    const started = await spawnServer(
      binary,
      ['server', folder.path, ...flags, '--config-dir', folder.path],
      env,
    )
    await untilReady(started, async () => (await fetch(`${endpoint}/minio/health/ready`)).ok || undefined)
    return started
  }, folder)
  const s3 = { endpoint, ...credentials, bucket: BUCKET }
  await makeBucket(s3)
  return { ...server, ...s3 }
}

type Access = Pick<S3Server, 'endpoint' | 'accessKey' | 'secretKey'>
type Credentials = Omit<Access, 'endpoint'>
const newCredentials = (): Credentials => ({
  accessKey: 'andscene',
  secretKey: randomBytes(16).toString('hex'),
})
const environmentOf = ({ accessKey, secretKey }: Credentials) => ({
  MINIO_ROOT_USER: accessKey,
  MINIO_ROOT_PASSWORD: secretKey,
})

export function s3Client({ endpoint, accessKey, secretKey }: Access): Client {
  const { hostname, port } = new URL(endpoint)
  return new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey })
}

export type Restartable = { kill(): Promise<void>; start(): Promise<void> }

/** Starts a server; `stop` also deletes its folder. */
async function restartable(launch: () => Promise<SpawnedServer>, folder: { remove(): Promise<void> }) {
  let running: SpawnedServer | undefined = await launch()
  const kill = async () => {
    await running?.stop()
    running = undefined
  }
  return {
    kill,
    async start() {
      running = await launch()
    },
    async stop() {
      await kill()
      await folder.remove()
    },
  }
}

/** Starts a built server. Closing its standard input stops it, so it also exits with this process. */
async function spawnServer(binary: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(binary, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const ended = once(child, 'exit')
  return {
    output: () => output.join(''),
    running: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
type SpawnedServer = Awaited<ReturnType<typeof spawnServer>>

/** Polls until ready; rejects with the server's output when it exits or takes longer than a minute. */
async function untilReady<T>(server: SpawnedServer, ask: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && server.running(); await wait(50)) {
    const ready = await ask().catch(() => undefined)
    if (ready !== undefined) return ready
  }
  const said = server.output()
  await server.stop()
  throw new Error(`The server did not start: ${said}`)
}

async function makeBucket(server: Access): Promise<void> {
  const client = s3Client(server)
  // A starting server passes health checks but may still reject the first writes.
  for (let attempt = 1; ; attempt += 1)
    try {
      return await client.makeBucket(BUCKET)
    } catch (error) {
      if (attempt === 50) throw error
      await wait(100)
    }
}

/** Resolves with undefined without a Docker engine; rejects if the engine cannot run the image. */
async function startContainer(
  image: string,
  port: number,
  options: { command?: string[]; env?: Record<string, string> } = {},
): Promise<{ host: string; port: number; stop(): Promise<void> } | undefined> {
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers')
  try {
    await getContainerRuntimeClient()
  } catch {
    return undefined
  }
  const container = await new GenericContainer(image)
    .withExposedPorts(port)
    .withEnvironment(options.env ?? {})
    .withCommand(options.command ?? [])
    .withWaitStrategy(Wait.forListeningPorts())
    .start()
  return {
    host: container.getHost(),
    port: container.getMappedPort(port),
    stop: async () => {
      await container.stop()
    },
  }
}
