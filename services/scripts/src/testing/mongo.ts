import { openMongo } from '@andscene/service-kit/stores/mongo'
import { startMongo } from '@andscene/testing/backends'
import { openTcpProxy } from '@andscene/testing/tcp-proxy'
import { randomUUID } from 'node:crypto'
import { afterAll, onTestFinished } from 'vitest'
import { openStores } from '../store/open-stores.ts'

/** Stores on a server. */
export const onServer = (MONGODB_URI: string, ...limits: Limits) =>
  openStores({ DATA_DIR: '', MONGODB_URI }, ...limits)

type Limits = Parameters<typeof openStores> extends [unknown, ...infer Rest] ? Rest : never

/** Starts a server for the tests of a file; each `newDatabase` is empty. */
export async function fileMongo() {
  const mongo = await startMongo()
  afterAll(() => mongo.stop())
  const newDatabase = () => {
    const uri = new URL(mongo.uri)
    uri.pathname = `/t${randomUUID().replaceAll('-', '')}`
    return uri.href
  }
  /** Opens stores and their database, closed after the test. */
  const open = async () => {
    const uri = newDatabase()
    const { client, db } = await openMongo(uri)
    const stores = await onServer(uri)
    onTestFinished(async () => {
      await stores.close()
      await client.close()
    })
    return { uri, db, stores }
  }
  /** Opens stores behind a proxy that records their requests. */
  const openTapped = async () => {
    const uri = new URL(newDatabase())
    const tap = await openTcpProxy({ host: uri.hostname, port: Number(uri.port) })
    uri.port = String(tap.port)
    const stores = await onServer(uri.href)
    onTestFinished(async () => {
      await stores.close()
      await tap.close()
    })
    return { tap, stores }
  }
  return { newDatabase, open, openTapped }
}
