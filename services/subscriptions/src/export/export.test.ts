import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, type Subscriber, type SubscriberStore } from '../subscriber-store.ts'
import { exportSubscribers, exportToFile, toCsv } from './export-subscribers.ts'

const run = promisify(execFile)
const AT = new Date('2026-01-02T03:04:05.678Z')
const subscriber = (email: string, source = 'landing-page'): Subscriber => ({
  email,
  source,
  subscribedAt: AT,
})

async function* each<T>(items: Iterable<T>) {
  yield* items
}
async function csvOf(...subscribers: Subscriber[]): Promise<string> {
  let text = ''
  for await (const row of toCsv(each(subscribers))) text += row
  return text
}

/** The first field of the only row, as a CSV reader parses it. */
async function fieldOf(email: string): Promise<string> {
  const text = await csvOf(subscriber(email))
  const [, field = ''] =
    /^\uFEFF.*\r\n"((?:[^"]|"")*)","landing-page","2026-01-02T03:04:05\.678Z"\r\n$/s.exec(text) ?? []
  return field.replaceAll('""', '"')
}

describe('product §10: sign-ups as CSV', () => {
  test('begin with a byte order mark and a header, and rows end with CR LF', async () => {
    expect(await csvOf(subscriber('ada@example.com'))).toBe(
      '\uFEFF"email","source","subscribed_at"\r\n"ada@example.com","landing-page","2026-01-02T03:04:05.678Z"\r\n',
    )
    expect(await csvOf()).toBe('\uFEFF"email","source","subscribed_at"\r\n')
  })

  test.each([
    'a"b@example.com',
    'a,b@example.com',
    'a;b@example.com',
    'a\r\nb@example.com',
    'ö@exämple.de',
    '阿@例.中国',
  ])('keep %j unchanged', async (email) => expect(await fieldOf(email)).toBe(email))

  test.each([
    '=1+1@example.com',
    '=HYPERLINK("http://evil.example","x")@a.b',
    '+1@example.com',
    '-1@example.com',
    '@sum(a1)@example.com',
    '\t=1@example.com',
    '\r=1@example.com',
    ' =1@example.com',
    '\u200b=1@example.com',
    '\u0000=1@example.com',
    '＝1@example.com',
    '＠1@example.com',
    '\nx@example.com',
  ])('escape %j, so that it is not a formula', async (email) =>
    expect(await fieldOf(email)).toBe(`'${email}`),
  )

  test('escape the source as well', async () => {
    expect(await csvOf(subscriber('a@example.com', '=cmd()'))).toContain(`,"'=cmd()",`)
  })
})

describe('the export', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let store: SubscriberStore
  beforeAll(async () => {
    folder = await temporaryFolder()
    store = await openStore({ DATA_DIR: folder.path })
    await store.add(subscriber('ada@example.com'))
    await store.add(subscriber('bob@example.com'))
  })
  afterAll(async () => {
    await store.close()
    await folder.remove()
  })

  const command = (...args: string[]) =>
    run(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...args], {
      env: { ...process.env, DATA_DIR: folder.path, INIT_CWD: folder.path },
    })

  test('writes to standard output while the service has the database open', async () => {
    const { stdout } = await command('export', '-')
    expect(stdout.split('\r\n').slice(1, -1)).toEqual([
      expect.stringContaining('"ada@example.com"'),
      expect.stringContaining('"bob@example.com"'),
    ])
  })

  test('writes a private file in the data folder by default', async () => {
    const { stderr } = await command('export')
    const [name = ''] = await readdir(path.join(folder.path, 'exports'))
    const file = path.join(folder.path, 'exports', name)
    expect(stderr).toContain(`2 sign-ups written to ${file}`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toContain('"bob@example.com"')
    await command('export', 'here.csv')
    expect(await readFile(path.join(folder.path, 'here.csv'), 'utf8')).toContain('"bob@example.com"')
  })

  test('reports a wrong command in one sentence', async () => {
    await expect(command('import')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^Usage: /) as string,
    })
    await expect(
      run(process.execPath, [path.join(import.meta.dirname, 'main.ts'), 'export'], {
        env: { ...process.env, DATA_DIR: path.join(folder.path, 'nowhere') },
      }),
    ).rejects.toMatchObject({ stderr: expect.stringMatching(/^There are no sign-ups in /) as string })
    expect(await readdir(folder.path)).not.toContain('nowhere')
  })

  test('leaves no file when it fails half-way', async () => {
    const failing = {
      async *all() {
        yield subscriber('ada@example.com')
        throw new Error('the database is unavailable')
      },
    }
    const file = path.join(folder.path, 'half.csv')
    await expect(exportToFile(failing, file)).rejects.toThrow('the database is unavailable')
    expect((await readdir(folder.path)).filter((name) => name.startsWith('half'))).toEqual([])
  })

  test('streams 100,000 rows and reads no more than the receiver accepts', async () => {
    const TOTAL = 100_000
    let read = 0
    let written = 0
    let ahead = 0
    const many = {
      async *all() {
        for (; read < TOTAL; read += 1) yield subscriber(`person-${read}@example.com`)
      },
    }
    const slow = new Writable({
      highWaterMark: 4_096,
      write(chunk: Buffer, _encoding, done) {
        written += chunk.toString().split('\r\n').length - 1
        ahead = Math.max(ahead, read - written)
        setImmediate(done)
      },
    })
    expect(await exportSubscribers(many, slow)).toBe(TOTAL)
    expect(written).toBe(TOTAL + 1)
    expect(ahead).toBeLessThan(1_000)
  })
})
