import { EntryWriter } from '@andscene/service-kit/data/entries'
import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { entriesOf, verifyArchive } from './archive-reader.ts'
import { HEAD, MANIFEST } from './manifest.ts'
import { sealed } from './seal.ts'
import { contentsOf, run, temporary } from './testing/commands.ts'
import { makeSmallData } from './testing/small-data.ts'

// Each command starts processes of its own, maybe on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const MB = 1024 ** 2
/** Of a process of its own that reads an archive: Node itself takes some 70. */
const MOST_RSS = 300 * MB

type Part = { name: string; bytes: Uint8Array | number }
const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const head = (more: object = {}): Part => ({
  name: HEAD,
  bytes: json({ format: 1, madeAt: '2026-03-04T05:06:07.890Z', ...more }),
})
const part = (name: string, content = name): Part => ({ name, bytes: Buffer.from(content) })
const PARTS = ['scripts/documents.sqlite', 'tts/documents.sqlite', 'subscriptions/documents.sqlite'].map(
  (name) => part(name),
)
const counts = { schema: 1, rows: {}, objects: 0 }
const listed = ({ name, bytes }: Part) => ({
  name,
  bytes: typeof bytes === 'number' ? bytes : bytes.byteLength,
  sha256: createHash('sha256')
    .update(typeof bytes === 'number' ? Buffer.alloc(bytes) : bytes)
    .digest('hex'),
})
const manifest = (parts: Part[], more: object = {}): Part => ({
  name: MANIFEST,
  bytes: json({
    format: 1,
    id: 'one',
    madeAt: '2026-03-04T05:06:07.890Z',
    parts: { scripts: counts, tts: counts, subscriptions: counts },
    entries: parts.map(listed),
    ...more,
  }),
})

/** So many zeros, never all of them in memory. */
async function* zeros(count: number) {
  const some = Buffer.alloc(4 * MB)
  for (let left = count; left > 0; left -= some.byteLength)
    yield left < some.byteLength ? some.subarray(0, left) : some
}

/** An archive of any entries, with a seal that is right. A number of bytes are so many zeros. */
async function craft(entries: Iterable<Part>, { windowLog = 21 } = {}): Promise<string> {
  const file = path.join(await temporary(), 'crafted.andscene')
  const packing = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_windowLog]: windowLog },
  })
  const written = pipeline(packing, sealed, createWriteStream(file))
  const writer = new EntryWriter(packing)
  for (const { name, bytes } of entries)
    await (typeof bytes === 'number' ? writer.addStream(name, bytes, zeros(bytes)) : writer.add(name, bytes))
  await writer.end()
  await written
  return file
}

/** What a process says that checks an archive and does nothing else, and the most memory that it has had. */
async function check(file: string): Promise<{ said: string; rss: number }> {
  const script = `
    const { verifyArchive } = await import(${JSON.stringify(path.join(import.meta.dirname, 'archive-reader.ts'))})
    const said = await verifyArchive(${JSON.stringify(file)}).then(() => 'whole', (error) => error.name + ': ' + error.message)
    console.log(JSON.stringify({ said, rss: process.resourceUsage().maxRSS * 1024 }))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const said = await text(child.stdout)
  await ended
  return JSON.parse(said) as { said: string; rss: number }
}
const sentence = (file: string, what: string) => `OperatorError: ${file} ${what}; nothing was changed.`

/** Many entries of nothing, which are some bytes each when packed. */
function* manyEntries(count: number, nameLength: number) {
  yield head()
  for (let n = 0; n < count; n += 1) yield part(`tts/clips/${'a'.repeat(nameLength)}${n}`, '')
}

describe('decision 0053: reading an archive costs no more than its size says', () => {
  test.each([
    [
      'head',
      [{ name: HEAD, bytes: 320 * MB }],
      `has an entry that is too large (${HEAD}: ${320 * MB} bytes)`,
    ],
    [
      'list of contents',
      [head(), ...PARTS, { name: MANIFEST, bytes: 320 * MB }],
      `has an entry that is too large (${MANIFEST}: ${320 * MB} bytes)`,
    ],
    [
      'clip',
      [head(), { name: 'tts/clips/scripts/a/b/c.mp3', bytes: 320 * MB }],
      `has an entry that is too large (tts/clips/scripts/a/b/c.mp3: ${320 * MB} bytes)`,
    ],
    [
      'database',
      [head(), { name: 'scripts/documents.sqlite', bytes: 360 * MB }],
      'unpacks to more than a backup of its size',
    ],
  ])(
    'a %s that unpacks to hundreds of megabytes is refused with a sentence',
    async (_what, entries, what) => {
      const file = await craft(entries)
      expect((await stat(file)).size).toBeLessThan(200_000)
      const { said, rss } = await check(file)
      expect(said).toBe(sentence(file, what))
      expect(rss).toBeLessThan(MOST_RSS)
    },
  )

  test('thousands of entries in a few bytes are refused', async () => {
    const file = await craft(manyEntries(20_000, 60))
    const { said, rss } = await check(file)
    expect(said).toBe(sentence(file, 'has more entries than a backup of its size'))
    expect(rss).toBeLessThan(MOST_RSS)
  })

  test('a name of a megabyte is refused, and not shown', async () => {
    const file = await craft(manyEntries(1, MB))
    expect((await check(file)).said).toBe(sentence(file, 'has an entry with a name that is too long'))
  })

  test('a window of hundreds of megabytes is not given', async () => {
    const file = await craft([head(), { name: 'scripts/documents.sqlite', bytes: 320 * MB }], {
      windowLog: 27,
    })
    const { said, rss } = await check(file)
    expect(said).toMatch(/ was altered; nothing was changed/)
    expect(rss).toBeLessThan(MOST_RSS)
  })

  test('what has no entries, only blocks of nothing, ends too', async () => {
    const file = path.join(await temporary(), 'crafted.andscene')
    const packing = createZstdCompress()
    const written = pipeline(packing, sealed, createWriteStream(file))
    await pipeline(zeros(360 * MB), packing)
    await written
    const { said, rss } = await check(file)
    expect(said).toBe(sentence(file, 'unpacks to more than a backup of its size'))
    expect(rss).toBeLessThan(MOST_RSS)
  })

  test('a list of a thousand clips is read by the check and by what restores them', async () => {
    const clips = Array.from({ length: 1_000 }, (_clip, n) => part(`tts/clips/${n}`))
    const parts = [...PARTS.slice(0, 2), ...clips, ...PARTS.slice(2)]
    const file = await craft([head(), ...parts, manifest(parts)])
    expect((await verifyArchive(file)).entries).toHaveLength(1_003)
    const read: string[] = []
    for await (const { name, body } of entriesOf(file)) {
      read.push(name)
      body.resume()
    }
    expect(read).toEqual(parts.map(({ name }) => name))
  })

  test('a database of 240 MB that packs to nothing is no bomb', async () => {
    const clips = [{ name: 'scripts/documents.sqlite', bytes: 240 * MB }, ...PARTS.slice(1)]
    const { said, rss } = await check(await craft([head(), ...clips, manifest(clips)]))
    expect(said).toBe('whole')
    expect(rss).toBeLessThan(MOST_RSS)
  })
})

describe('decision 0053: an archive that is not as it should be is one sentence', () => {
  const other = part('reviews/documents.sqlite')
  const own = part('platform/token-key.pem')
  test.each<[string, Part[], string]>([
    [
      'entries of a part that is not known',
      [head(), ...PARTS, other, manifest([...PARTS, other])],
      'has something that this release does not know (reviews/documents.sqlite)',
    ],
    [
      'a part in its list alone',
      [
        head(),
        ...PARTS,
        manifest(PARTS, { parts: { scripts: counts, tts: counts, subscriptions: counts, x: counts } }),
      ],
      'has a part that this release does not know (x)',
    ],
    [
      'a file of the launcher that is not known',
      [head(), ...PARTS, own, manifest([...PARTS, own])],
      'has something that this release does not know (platform/token-key.pem)',
    ],
    [
      'an entry twice',
      [head(), ...PARTS, PARTS[0]!, manifest([...PARTS, PARTS[0]!])],
      'has the same entry twice (scripts/documents.sqlite)',
    ],
    [
      'a part in pieces',
      [head(), ...PARTS, part('scripts/more'), manifest([...PARTS, part('scripts/more')])],
      'has scripts in pieces (scripts/more)',
    ],
    [
      'a path that leads out',
      [head(), part('tts/../../x'), manifest(PARTS)],
      'has an entry of a strange name (tts/../../x)',
    ],
    [
      'a name with signs for a terminal',
      [head(), part('tts/\u001b[2J\nx'), manifest(PARTS)],
      'has an entry of a strange name (tts/\\u001b[2J\\nx)',
    ],
    [
      'a length that is not the one listed',
      [
        head(),
        ...PARTS,
        manifest([part('scripts/documents.sqlite', 'longer than it is'), ...PARTS.slice(1)]),
      ],
      'was altered: scripts/documents.sqlite differs from what was written',
    ],
    [
      'lengths below nothing',
      [head(), ...PARTS, manifest(PARTS, { entries: PARTS.map((one) => ({ ...listed(one), bytes: -1 })) })],
      'has a list of contents that cannot be read',
    ],
    [
      'a time with signs for a terminal',
      [head(), ...PARTS, manifest(PARTS, { madeAt: '\u001b[2J' })],
      'has a list of contents that cannot be read',
    ],
    [
      'a second list',
      [head(), ...PARTS, manifest(PARTS), manifest(PARTS)],
      `has more behind its end (${MANIFEST})`,
    ],
    ['no list', [head(), ...PARTS], 'has no list of contents'],
    ['no entries', [], 'is no backup of And Scene'],
    ['a head that is no JSON', [part(HEAD, '{"format":1')], 'is no backup of And Scene'],
  ])('with %s', async (_what, entries, what) => {
    const file = await craft(entries)
    const target = path.join(await temporary(), 'target')
    await makeSmallData(target, 1)
    const before = await contentsOf(target)
    const refusal = { code: 1, said: `${file} ${what}; nothing was changed.\n` }
    expect(await run('restore', [file, '--check'], { DATA_DIR: target })).toEqual(refusal)
    expect(await run('restore', [file, '--replace'], { DATA_DIR: target })).toEqual(refusal)
    expect(await contentsOf(target)).toEqual(before)
  })

  test('with a last entry that claims more than there is', async () => {
    const whole = await craft([head(), { name: 'scripts/documents.sqlite', bytes: 2 * MB }])
    const { seal, tar } = await unpacked(whole)
    expect(seal).toBeGreaterThan(0)
    const file = path.join(path.dirname(whole), 'cut.andscene')
    const packing = createZstdCompress()
    const written = pipeline(packing, sealed, createWriteStream(file))
    await pipeline(Readable.from([tar.subarray(0, MB)]), packing)
    await written
    expect((await check(file)).said).toBe(
      `OperatorError: ${file} was altered; nothing was changed (Unexpected end of data).`,
    )
  })

  test('with a seal that is right, over what Zstandard cannot read', async () => {
    const whole = await readFile(await craft([head(), ...PARTS, manifest(PARTS)]))
    const file = path.join(await temporary(), 'spoiled.andscene')
    whole[40]! ^= 0x20
    await pipeline(Readable.from([whole.subarray(0, -40)]), sealed, createWriteStream(file))
    expect((await check(file)).said).toMatch(/^OperatorError: .* was altered; nothing was changed/)
    await writeFile(file, whole)
    expect((await check(file)).said).toMatch(/^OperatorError: .* was altered; nothing was changed/)
  })
})

/** The tar stream in an archive. */
async function unpacked(file: string): Promise<{ tar: Buffer; seal: number }> {
  const { zstdDecompressSync } = await import('node:zlib')
  const bytes = await readFile(file)
  return { tar: zstdDecompressSync(bytes.subarray(0, -40)), seal: bytes.length }
}
