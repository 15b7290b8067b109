import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, zstdDecompressSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { describe, expect, test, vi } from 'vitest'
import { entriesOf, verifyArchive } from './archive-reader.ts'
import { HEAD, MANIFEST } from './manifest.ts'
import { sealed } from './seal.ts'
import { temporaryDir } from '../testing/launched.ts'

// Large archives are read in separate processes, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

const MB = 1024 ** 2
/** Memory limit of a process that reads an archive; Node itself needs about 70 MB. */
const MOST_RSS = 300 * MB

/** A number stands for that many zero bytes. */
type Part = { name: string; bytes: Uint8Array | number }
const part = (name: string, content = name): Part => ({ name, bytes: Buffer.from(content) })
const json = (name: string, value: unknown) => part(name, JSON.stringify(value))
const head = json(HEAD, { format: 1, madeAt: '2026-03-04T05:06:07.890Z' })
const [scripts, tts, subscriptions] = ['scripts', 'tts', 'subscriptions'].map((name) =>
  part(`${name}/documents.sqlite`),
) as [Part, Part, Part]
const PARTS = [scripts, tts, subscriptions]
const counts = { schema: 1, rows: {}, objects: 0 }
const listed = ({ name, bytes }: Part) => {
  const content = typeof bytes === 'number' ? Buffer.alloc(bytes) : bytes
  return { name, bytes: content.byteLength, sha256: createHash('sha256').update(content).digest('hex') }
}
const manifest = (parts: Part[], more: object = {}): Part =>
  json(MANIFEST, {
    format: 1,
    id: 'one',
    madeAt: '2026-03-04T05:06:07.890Z',
    parts: { scripts: counts, tts: counts, subscriptions: counts },
    entries: parts.map(listed),
    ...more,
  })

/** Yields that many zero bytes without holding all of them in memory. */
async function* zeros(count: number) {
  const some = Buffer.alloc(4 * MB)
  for (let left = count; left > 0; left -= some.byteLength)
    yield left < some.byteLength ? some.subarray(0, left) : some
}

/** Writes an archive with the given bytes and a valid seal. */
async function packed(bytes: AsyncIterable<Uint8Array>, windowLog = 21): Promise<string> {
  const file = path.join(await temporaryDir(), 'crafted.andscene')
  const packing = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: windowLog } })
  await pipeline(bytes, packing, sealed, createWriteStream(file))
  return file
}

/** Writes an archive with the given entries and a valid seal. */
async function craft(entries: Iterable<Part>, windowLog?: number): Promise<string> {
  const tar = pack()
  const written = packed(tar as AsyncIterable<Uint8Array>, windowLog)
  for (const { name, bytes } of entries) {
    const size = typeof bytes === 'number' ? bytes : bytes.byteLength
    const body = typeof bytes === 'number' ? zeros(bytes) : Readable.from([bytes])
    await pipeline(body, tar.entry({ name, size }) as unknown as Writable)
  }
  tar.finalize()
  return written
}

/** Verifies an archive in a process that must stay within MOST_RSS; returns its result. */
function check(file: string): string {
  const script = `
    const { verifyArchive } = await import(${JSON.stringify(path.join(import.meta.dirname, 'archive-reader.ts'))})
    const said = await verifyArchive(${JSON.stringify(file)}).then(() => 'whole', (error) => error.name + ': ' + error.message)
    console.log(JSON.stringify({ said, rss: process.resourceUsage().maxRSS * 1024 }))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  const { said, rss } = JSON.parse(output) as { said: string; rss: number }
  expect(rss).toBeLessThan(MOST_RSS)
  return said
}
const sentence = (file: string, what: string) => `OperatorError: ${file} ${what}; nothing was changed.`

/** Empty entries, which compress to a few bytes each. */
function* emptyEntries(count: number, nameLength: number) {
  yield head
  for (let n = 0; n < count; n += 1) yield part(`tts/clips/${'a'.repeat(nameLength)}${n}`, '')
}
const CLIP = 'tts/clips/scripts/a/b/c.mp3'
const large = (name: string) => ({ name, bytes: 320 * MB })
const tooLarge = (name: string) => `has an entry that is too large (${name}: ${320 * MB} bytes)`

describe('decision 0053: reading an archive takes resources in proportion to its size', () => {
  test.each<[string, Iterable<Part>, string]>([
    ['a large head', [large(HEAD)], tooLarge(HEAD)],
    ['a large list of contents', [head, ...PARTS, large(MANIFEST)], tooLarge(MANIFEST)],
    ['a large clip', [head, large(CLIP)], tooLarge(CLIP)],
    [
      'a large database',
      [head, { name: scripts.name, bytes: 360 * MB }],
      'unpacks to more than a backup of its size',
    ],
    ['thousands of entries', emptyEntries(20_000, 60), 'has more entries than a backup of its size'],
    ['a file name of a megabyte', emptyEntries(1, MB), 'has an entry with a name that is too long'],
  ])('rejects %s compressed to a few bytes, with a sentence', async (_what, entries, what) => {
    const file = await craft(entries)
    expect(check(file)).toBe(sentence(file, what))
  })

  test('rejects a compression window of hundreds of megabytes', async () => {
    expect(check(await craft([head, large(scripts.name)], 27))).toMatch(/ was altered; nothing was changed/)
  })

  test('rejects a stream of zero blocks without entries', async () => {
    const file = await packed(zeros(360 * MB))
    expect(check(file)).toBe(sentence(file, 'unpacks to more than a backup of its size'))
  })

  test('reads a list of a thousand clips when checking and when restoring', async () => {
    const clips = Array.from({ length: 1_000 }, (_clip, n) => part(`tts/clips/${n}`))
    const parts = [scripts, tts, ...clips, subscriptions]
    const file = await craft([head, ...parts, manifest(parts)])
    expect((await verifyArchive(file)).entries).toHaveLength(1_003)
    const read: string[] = []
    for await (const { name, body } of entriesOf(file)) {
      read.push(name)
      body.resume()
    }
    expect(read).toEqual(parts.map(({ name }) => name))
  })

  test('accepts a database of 240 MB that compresses to almost nothing', async () => {
    const parts = [{ name: scripts.name, bytes: 240 * MB }, tts, subscriptions]
    expect(check(await craft([head, ...parts, manifest(parts)]))).toBe('whole')
  })
})

describe('decision 0053: rejects a malformed archive with one sentence', () => {
  const other = part('reviews/documents.sqlite')
  const own = part('platform/token-key.pem')
  const more = part('scripts/more')
  const all = [head, ...PARTS]
  const unknown = 'has something that this release does not know'
  const unreadable = 'has a list of contents that cannot be read'
  const negative = PARTS.map((one) => ({ ...listed(one), bytes: -1 }))
  const longer = [part(scripts.name, 'longer than it is'), tts, subscriptions]
  const fourth = { scripts: counts, tts: counts, subscriptions: counts, x: counts }

  test.each<[string, Part[], string]>([
    ['entries of an unknown part', [...all, other], `${unknown} (reviews/documents.sqlite)`],
    ['an unknown file of the launcher', [...all, own], `${unknown} (platform/token-key.pem)`],
    [
      'a part that is only in the list of contents',
      [...all, manifest(PARTS, { parts: fourth })],
      'has a part that this release does not know (x)',
    ],
    ['a duplicate entry', [...all, scripts], 'has the same entry twice (scripts/documents.sqlite)'],
    ['a part whose entries are not contiguous', [...all, more], 'has scripts in pieces (scripts/more)'],
    [
      'a path outside the folder',
      [head, part('tts/../../x')],
      'has an entry of a strange name (tts/../../x)',
    ],
    [
      'a name with terminal control characters',
      [head, part('tts/\u001b[2J\nx')],
      'has an entry of a strange name (tts/\\u001b[2J\\nx)',
    ],
    [
      'a length that differs from the listed one',
      [...all, manifest(longer)],
      'was altered: scripts/documents.sqlite differs from what was written',
    ],
    ['negative lengths', [...all, manifest(PARTS, { entries: negative })], unreadable],
    [
      'a time with terminal control characters',
      [...all, manifest(PARTS, { madeAt: '\u001b[2J' })],
      unreadable,
    ],
    [
      'a second list of contents',
      [...all, manifest(PARTS), manifest(PARTS)],
      `has more behind its end (${MANIFEST})`,
    ],
    ['no list of contents', all, 'has no list of contents'],
    ['no entries', [], 'is no backup of And Scene'],
    ['a head that is not JSON', [part(HEAD, '{"format":1')], 'is no backup of And Scene'],
  ])('with %s', async (_what, entries, what) => {
    const file = await craft(entries)
    await expect(verifyArchive(file)).rejects.toThrow(`${file} ${what}; nothing was changed.`)
  })

  test('with a last entry whose declared size exceeds the data', async () => {
    const whole = await readFile(await craft([head, { name: scripts.name, bytes: 2 * MB }]))
    const tar = zstdDecompressSync(whole.subarray(0, -40))
    const file = await packed(Readable.from([tar.subarray(0, MB)]))
    expect(check(file)).toBe(
      `OperatorError: ${file} was altered; nothing was changed (Unexpected end of data).`,
    )
  })

  test('with a valid seal over data that Zstandard cannot decompress', async () => {
    const whole = await readFile(await craft([head, ...PARTS, manifest(PARTS)]))
    const file = path.join(await temporaryDir(), 'spoiled.andscene')
    whole[40]! ^= 0x20
    await pipeline(Readable.from([whole.subarray(0, -40)]), sealed, createWriteStream(file))
    expect(check(file)).toMatch(/^OperatorError: .* was altered; nothing was changed/)
    await writeFile(file, whole)
    expect(check(file)).toMatch(/^OperatorError: .* was altered; nothing was changed/)
  })
})
