import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { openSpool } from './spool.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())

test('stores a file without a name on disk, and returns it unchanged', async () => {
  const spool = await openSpool(folder.path)
  const chunks = [Buffer.alloc(100_000, 'a'), Buffer.from('雨'), Buffer.alloc(70_000, 'b')]
  for (const chunk of chunks) await spool.write(chunk)
  const whole = Buffer.concat(chunks)
  expect(await readdir(folder.path)).toEqual([])
  expect((await spool.read()).equals(whole)).toBe(true)
  expect((await spool.read()).equals(whole)).toBe(true)
  expect((await buffer(spool.stream())).equals(whole)).toBe(true)
  expect((await buffer(spool.stream())).equals(whole)).toBe(true)
  expect(spool.digest()).toBe(createHash('sha256').update(whole).digest('hex'))
  await spool.close()
})

test('rejects writes after it is closed, also twice', async () => {
  const spool = await openSpool(folder.path)
  await spool.close()
  await spool.close()
  await expect(spool.write(Buffer.from('late'))).rejects.toMatchObject({ statusCode: 503 })
})

test('rejects with an error that asks for a retry when the folder is not writable', async () => {
  await expect(openSpool(join(folder.path, 'gone'))).rejects.toMatchObject({
    statusCode: 503,
    message: 'Scripts cannot be uploaded right now. Please try again in a moment.',
  })
})
