import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { freePort } from '@andscene/service-kit/free-port'
import { listening } from '@andscene/testing/listening'
import { expect, onTestFinished, test } from 'vitest'
import { SourceFailure } from './failure.ts'
import { fetchModel } from './fetch-model.ts'
import { voiceFolders } from './folders.ts'
import { fetchFromStore, offerToStore } from './platform-store.ts'
import { KOKORO } from './spec.ts'
import { installWorld } from './testing/install-world.ts'
import { testFolder } from '../testing/test-folder.ts'

const FILE = randomBytes(100_000)
const MODEL = {
  name: 'model.onnx',
  url: 'http://127.0.0.1:1/model.onnx',
  bytes: FILE.length,
  sha256: createHash('sha256').update(FILE).digest('hex'),
  parts: KOKORO.model.parts,
}

/** The part of S3 that this needs: PUT and GET of objects by path. */
async function prepared() {
  const objects = new Map<string, Buffer>()
  const asked: string[] = []
  let onPut: (() => void) | undefined
  let isHeld = false
  const { url, close } = await listening(
    createServer(async (request, response) => {
      const [name = '', query = ''] = (request.url ?? '').split('?')
      if (query.startsWith('location')) return response.end('<LocationConstraint/>')
      asked.push(request.method!)
      if (request.method === 'PUT') {
        onPut?.()
        if (isHeld) return
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        objects.set(name, Buffer.concat(chunks))
        return response.writeHead(200, { etag: '"1"' }).end()
      }
      const found = objects.get(name)
      if (found) return response.writeHead(200, { 'content-length': found.length }).end(found)
      response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    }),
  )
  onTestFinished(close)
  const folder = await testFolder()
  const store = { endpoint: url, accessKey: 'key', secretKey: 'secret-of-eight', bucket: 'clips' }
  const file = path.join(folder, 'file')

  const options = {
    store,
    model: MODEL,
    file,
    onBytes: () => {},
    signal: new AbortController().signal,
  }
  return {
    objects,
    asked,
    /** Rejects objects from now on, or accepts them. Calls back when one is stored. */
    hold(told: () => void, and?: 'take') {
      onPut = told
      isHeld = and !== 'take'
    },
    store,
    file,
    options,
    folder,
  }
}

const OBJECT = '/clips/voices/model.onnx'

test('rejects a larger object; an unavailable store fails immediately', async () => {
  const { objects, options } = await prepared()
  objects.set(OBJECT, Buffer.concat([FILE, FILE]))
  await expect(fetchFromStore(options)).rejects.toThrow(SourceFailure)
  const away = { ...options.store, endpoint: `http://127.0.0.1:${await freePort()}` }
  await expect(fetchFromStore({ ...options, store: away })).rejects.toThrow(SourceFailure)
})

test('the next worker finds an uploaded model; a wrong object makes it use the next source', async () => {
  const { objects, store, file, folder, options } = await prepared()
  await writeFile(file, FILE)
  await offerToStore({ store, model: MODEL, file, signal: options.signal })
  expect(objects.size).toBe(1)
  const stored = objects.get(OBJECT)!
  expect(stored.length).toBeGreaterThanOrEqual(FILE.length)

  const folders = voiceFolders(folder, { ...KOKORO, model: MODEL })
  const tried: string[] = []
  const get = () =>
    fetchModel({
      spec: MODEL,
      folders,
      store,
      onBytes: options.onBytes,
      onTried: (source) => tried.push(source),
      signal: options.signal,
      env: { PATH: '/nowhere' },
    })
  objects.set(OBJECT, randomBytes(FILE.length))
  await expect(get()).rejects.toThrow('S3: its file has a wrong hash')
  expect(tried).toEqual(['S3', 'GitHub', 'pip'])
  objects.set(OBJECT, FILE)
  expect(await readFile((await get()).file)).toEqual(FILE)
})

test('does not upload an object again', async () => {
  const { objects, asked, options, file } = await prepared()
  await writeFile(file, FILE)
  objects.set(OBJECT, FILE)
  await offerToStore(options)
  expect(asked).toEqual(['HEAD'])
})

test('gives up on a store that accepts nothing, and when aborted', async () => {
  const { options, hold, file } = await prepared()
  await writeFile(file, FILE)
  const abort = new AbortController()
  hold(() => abort.abort(new Error('closed')))
  await expect(offerToStore({ ...options, signal: abort.signal })).rejects.toThrow('closed')
  await expect(offerToStore({ ...options, stallMs: 50 })).rejects.toThrow('does not respond')
})

test('replaces an object of the right size with a wrong hash by the downloaded one', async () => {
  const { objects, asked, store } = await prepared()
  const { voices, model, server } = await installWorld()
  const wrong = randomBytes(model.length)
  objects.set(OBJECT, wrong)
  const { files, logged } = voices({ store })
  await files.whenReady
  expect(logged.join()).toContain('a wrong hash')
  expect(server.asked).toHaveLength(1)
  expect(asked).toEqual(['GET', 'PUT'])
  expect(objects.get(OBJECT)).not.toEqual(wrong)
  expect(objects.get(OBJECT)!.includes(model.subarray(0, 1_000))).toBe(true)
})

test('uploads a manually placed model once everything is installed', async () => {
  const { objects, store, hold } = await prepared()
  const { voices, dir, spec, model } = await installWorld()
  await writeFile(path.join(dir, spec.model.name), model)
  const folders = voiceFolders(dir, spec)
  const inPlace: boolean[] = []
  hold(() => inPlace.push(existsSync(folders.voices)), 'take')
  await voices({ store }).files.whenReady
  expect(inPlace).toEqual([true])
  expect(objects.has(OBJECT)).toBe(true)
})
