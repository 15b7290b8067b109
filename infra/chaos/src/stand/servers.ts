import { freePort } from '@andscene/service-kit/free-port'
import { builtServer, spawnServer, untilReady, type SpawnedServer } from '@andscene/testing/built-server'
import { Client } from 'minio'
import { randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import type { Stage } from '../fault.ts'
import { openCountingProxy, type CountingProxy } from './counting-proxy.ts'

/** A server that can be killed and restarted with the same port and data. */
export type Restartable = { kill(): Promise<void>; start(): Promise<void> }

export type Servers = {
  /** Environment of the platform. */
  environment: Record<string, string>
  mongo: Restartable
  s3: Restartable
  /** All clips are written through it. */
  written: CountingProxy
}

const BUCKET = 'andscene-chaos'

/** FerretDB and MinIO, built from pinned modules. */
export async function startServers(stage: Stage): Promise<Servers> {
  const [mongo, s3] = await Promise.all([startMongo(stage), startS3(stage)])
  const written = await openCountingProxy(s3.port)
  stage.defer(() => written.close())
  return {
    environment: {
      MONGODB_URI: mongo.uri,
      S3_ENDPOINT: `http://127.0.0.1:${written.port}`,
      S3_ACCESS_KEY: s3.accessKey,
      S3_SECRET_KEY: s3.secretKey,
      S3_BUCKET: BUCKET,
    },
    mongo,
    s3,
    written,
  }
}

async function startMongo(stage: Stage): Promise<Restartable & { uri: string }> {
  const binary = await builtServer('ferretdb')
  const folder = await stage.folder('mongo')
  const address = `127.0.0.1:${await freePort()}`
  const server = restartable(stage, async () => {
    const started = await spawnServer(binary, [folder, address])
    await untilReady(started, async () => /^listening /m.test(started.output()) || undefined)
    return started
  })
  await server.start()
  return { ...server, uri: `mongodb://${address}/andscene?directConnection=true` }
}

async function startS3(stage: Stage) {
  const binary = await builtServer('minio')
  const folder = await stage.folder('s3')
  const [port, console] = [await freePort(), await freePort()]
  const [accessKey, secretKey] = ['andscene', randomBytes(16).toString('hex')]
  const flags = ['--address', `127.0.0.1:${port}`, '--console-address', `127.0.0.1:${console}`]
  const server = restartable(stage, async () => {
    const started = await spawnServer(binary, ['server', folder, ...flags, '--config-dir', folder], {
      MINIO_ROOT_USER: accessKey,
      MINIO_ROOT_PASSWORD: secretKey,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
    })
    await untilReady(started, async () => {
      const response = await fetch(`http://127.0.0.1:${port}/minio/health/ready`)
      return response.ok || undefined
    })
    return started
  })
  await server.start()
  const client = new Client({ endPoint: '127.0.0.1', port, useSSL: false, accessKey, secretKey })
  // A server that passes health checks may still refuse the first writes.
  for (let left = 50; ; left -= 1)
    try {
      await client.makeBucket(BUCKET)
      break
    } catch (error) {
      if (left === 0) throw error
      await after(100)
    }
  return { ...server, port, accessKey, secretKey }
}

function restartable(stage: Stage, spawn: () => Promise<SpawnedServer>): Restartable {
  let running: SpawnedServer | undefined
  const kill = async () => {
    await running?.stop()
    running = undefined
  }
  stage.defer(kill)
  return {
    kill,
    async start() {
      running = await spawn()
      // The run was ended meanwhile.
      if (stage.signal.aborted) await kill()
    },
  }
}
