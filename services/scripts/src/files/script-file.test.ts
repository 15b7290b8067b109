import { UPLOAD_LIMIT_BYTES } from '@andscene/contracts/limits'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { FILE_LIMIT_BYTES } from '../store/library.ts'
import { compressFile, CorruptFile, decompressFile } from './script-file.ts'

const pieces = (...texts: (string | Buffer)[]) => Readable.from(texts.map((text) => Buffer.from(text)))

describe('the stored file', () => {
  test('decompresses to the uploaded file, and is smaller', async () => {
    const texts = ['\ufeff<FinalDraft>', '雨 😀\r\n'.repeat(5_000), '</FinalDraft>']
    const compressed = await compressFile(pieces(...texts))
    expect((await decompressFile(compressed)).toString()).toBe(texts.join(''))
    expect(compressed.length).toBeLessThan(2_000)
    expect(await decompressFile(await compressFile(pieces()))).toHaveLength(0)
  })

  test('fits into a store, however large and incompressible the upload is', async () => {
    const largest = randomBytes(UPLOAD_LIMIT_BYTES - 1)
    const compressed = await compressFile(pieces(largest))
    expect(compressed.length).toBeLessThan(FILE_LIMIT_BYTES)
    expect((await decompressFile(compressed)).equals(largest)).toBe(true)
  })

  test('is not written when the upload can no longer be read', async () => {
    const broken = new Readable({ read: () => {} })
    broken.destroy(new Error('no disk'))
    await expect(compressFile(broken)).rejects.toThrow('no disk')
  })

  test.each([
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => Buffer.from('<FinalDraft>')],
    ['cut off', (whole: Buffer) => whole.subarray(0, -9)],
    ['changed', (whole: Buffer) => Buffer.concat([whole.subarray(0, -8), Buffer.alloc(8)])],
    ['larger than any upload', () => gzipSync(Buffer.alloc(UPLOAD_LIMIT_BYTES + 1))],
  ])('that is %s is reported as damaged', async (_name, damage) => {
    const whole = Buffer.from(await compressFile(pieces('<FinalDraft/>'.repeat(99))))
    await expect(decompressFile(damage(whole))).rejects.toThrow(CorruptFile)
  })
})
