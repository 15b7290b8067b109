import { StoreUnavailable } from '@andscene/service-kit/stores/store-unavailable'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ObjectsNotRemoved, type AudioObjects } from './audio-objects.ts'
import { openS3AudioObjects } from './s3-audio-objects.ts'

// An S3 server that refuses to delete some keys, e.g. because of a failing disk or a policy: it responds with 200 and
// lists the refused keys in the body.

let server: Server
let objects: AudioObjects
let kept: Set<string>
let refuses: (key: string) => boolean
beforeEach(async () => {
  kept = new Set(['scripts/s1/v/a.mp3', 'scripts/s1/v/b.mp3', 'scripts/s1/v/c.mp3'])
  refuses = (key) => key.endsWith('b.mp3')
  server = createServer(async (request, response) => {
    const body = await text(request)
    const url = new URL(request.url!, 'http://s3')
    if (request.method === 'POST' && url.searchParams.has('delete')) {
      const keys = [...body.matchAll(/<Key>([^<]+)<\/Key>/g)].map((match) => match[1]!)
      const refused = keys.filter(refuses)
      for (const key of keys) if (!refuses(key)) kept.delete(key)
      const errors = refused.map(
        (key) => `<Error><Key>${key}</Key><Code>InternalError</Code><Message>disk</Message></Error>`,
      )
      response.end(`<?xml version="1.0" encoding="UTF-8"?><DeleteResult>${errors.join('')}</DeleteResult>`)
    } else if (url.searchParams.has('list-type')) {
      const items = [...kept].map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
      response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${items.join('')}</ListBucketResult>`)
    } else if (request.method === 'HEAD' && url.pathname.includes('scripts/'))
      response.writeHead(kept.has(url.pathname.replace(/^\/[^/]+\//, '')) ? 200 : 404).end()
    else if (url.searchParams.has('location')) response.end('<LocationConstraint></LocationConstraint>')
    else response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  objects = await openS3AudioObjects({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessKey: 'test',
    secretKey: 'test-secret',
    bucket: 'audio',
  })
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

describe('architecture §4: objects that S3 refuses to delete are not counted as deleted', () => {
  test('a folder: rejects with number and reason; the rest is removed the next time', async () => {
    const failure = await objects.removeFolder('scripts/s1/').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ObjectsNotRemoved)
    expect((failure as ObjectsNotRemoved).message).toMatch(/^1 objects .*InternalError/)
    refuses = () => false
    expect(await objects.removeFolder('scripts/s1/')).toBe(1)
    expect(await objects.removeFolder('scripts/s1/')).toBe(0)
  })

  test('single objects: rejects, or else returns the number of removed objects', async () => {
    await expect(objects.remove(['scripts/s1/v/b.mp3', 'scripts/s1/v/gone.mp3'])).rejects.toThrow(
      ObjectsNotRemoved,
    )
    expect(await objects.remove(['scripts/s1/v/a.mp3', 'scripts/s1/v/gone.mp3'])).toBe(1)
    expect(kept).toEqual(new Set(['scripts/s1/v/b.mp3', 'scripts/s1/v/c.mp3']))
  })
})

test('an unavailable server is an outage', async () => {
  server.close()
  server.closeAllConnections()
  await expect(objects.read('scripts/s1/v/a.mp3')).rejects.toThrow(StoreUnavailable)
  await expect(objects.write('scripts/s1/v/a.mp3', Buffer.from('x'))).rejects.toThrow(StoreUnavailable)
})
