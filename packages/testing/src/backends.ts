import { freePort } from '@andscene/service-kit/free-port'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'minio'
import { builtServer, spawnServer, untilReady } from './built-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Real servers for the contract suites (architecture §4): in containers where a Docker engine answers, else built with Go. */

export type MongoServer = {
  /** Without a database name: give each test its own by the URI's path. */
  uri: string
  stop(): Promise<void>
}
export type S3Server = {
  /** Origin, e.g. `http://127.0.0.1:9000`. */
  endpoint: string
  accessKey: string
  secretKey: string
  /** Made and empty. */
  bucket: string
  stop(): Promise<void>
}

const MONGO_IMAGE = 'mongo:8.0'
/** Frozen: the community edition is published as source since. */
const MINIO_IMAGE = 'quay.io/minio/minio:RELEASE.2025-09-07T16-13-09Z'
const BUCKET = 'andscene-test'

/** A MongoDB-protocol server of the test's own. Rejects, saying what to install, when none can be had. */
export async function startMongo(): Promise<MongoServer> {
  const container = await startContainer(MONGO_IMAGE, 27_017)
  if (container)
    return {
      uri: `mongodb://${container.host}:${container.port}/?directConnection=true`,
      stop: container.stop,
    }

  const binary = await builtServer('ferretdb')
  const folder = await temporaryFolder('andscene-mongo')
  const server = await spawnServer(binary, [folder.path])
  const uri = await untilReady(server, async () => /^listening (\S+)$/m.exec(server.output())?.[1])
  return { uri, stop: stopBoth(server, folder) }
}

/** An S3 server of the test's own, with one empty bucket. Rejects, saying what to install, when none can be had. */
export async function startS3(): Promise<S3Server> {
  const credentials = { accessKey: 'andscene', secretKey: randomBytes(16).toString('hex') }
  const env = { MINIO_ROOT_USER: credentials.accessKey, MINIO_ROOT_PASSWORD: credentials.secretKey }
  const container = await startContainer(MINIO_IMAGE, 9_000, { command: ['server', '/data'], env })
  if (container) {
    await makeBucket(container.host, container.port, credentials)
    return {
      endpoint: `http://${container.host}:${container.port}`,
      ...credentials,
      bucket: BUCKET,
      stop: container.stop,
    }
  }

  const binary = await builtServer('minio')
  const folder = await temporaryFolder('andscene-s3')
  const [port, consolePort] = [await freePort(), await freePort()]
  const server = await spawnServer(
    binary,
    [
      'server',
      folder.path,
      '--address',
      `127.0.0.1:${port}`,
      '--console-address',
      `127.0.0.1:${consolePort}`,
      '--config-dir',
      folder.path,
    ],
    { ...env, MINIO_BROWSER: 'off', MINIO_UPDATE: 'off' },
  )
  await untilReady(server, async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/minio/health/ready`)
    return answer.ok || undefined
  })
  await makeBucket('127.0.0.1', port, credentials)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    ...credentials,
    bucket: BUCKET,
    stop: stopBoth(server, folder),
  }
}

const stopBoth =
  (server: { stop(): Promise<void> }, folder: { remove(): Promise<void> }) => async (): Promise<void> => {
    await server.stop()
    await folder.remove()
  }

async function makeBucket(
  endPoint: string,
  port: number,
  credentials: { accessKey: string; secretKey: string },
): Promise<void> {
  const client = new Client({ endPoint, port, useSSL: false, ...credentials })
  // Ready for health checks, a starting server may still refuse the first writes.
  for (let attempt = 1; ; attempt += 1)
    try {
      return await client.makeBucket(BUCKET)
    } catch (error) {
      if (attempt === 50) throw error
      await wait(100)
    }
}

/** Undefined where no Docker engine answers. An engine that answers but cannot run the image is a failure. */
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
