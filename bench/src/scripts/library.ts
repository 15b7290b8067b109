import { listScripts } from '@andscene/contracts/routes/scripts'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { openStand, type Stand } from '../stand.ts'
import { report, reportMedian, timed } from '../report.ts'
import { median, quantile } from 'simple-statistics'
import { usualLines, HUNDRED_PAGES, LONG_SCRIPT } from '../generated-scripts.ts'

const RUNS = 3
const UPLOADS = 15
const READS = 60
const LISTED = 500
/** Concurrent uploads that fill the library; not measured. */
const FILLING = 4

/** Measures uploading, listing and opening scripts through the gateway. */
export async function library(file: string | undefined): Promise<void> {
  await using stand = await openStand({ LIMIT_UPLOADS: '1000000', LIMIT_UPLOADS_IN_FLIGHT: String(FILLING) })
  await uploads('upload of 100 pages', stand, usualLines(HUNDRED_PAGES))
  if (file) await uploads(`upload of ${path.basename(file)}`, stand, await readFile(file))
  const id = await upload(stand, usualLines(LONG_SCRIPT))
  await reads(`open of ${LONG_SCRIPT} lines`, 100, () => stand.api.script(id))
  await fill(stand)
  await reads(`list of ${LISTED} scripts`, 50, async () => {
    const { scripts } = (await stand.api.call(listScripts, { query: { limit: LISTED } })).data
    if (scripts.length !== LISTED) throw new Error(`${scripts.length} scripts are listed`)
  })
}

async function uploads(name: string, stand: Stand, bytes: Buffer<ArrayBuffer>): Promise<void> {
  for (let n = 0; n < 5; n += 1) await upload(stand, bytes)
  const medians: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const taken: number[] = []
    for (let n = 0; n < UPLOADS; n += 1) taken.push(await timed(() => upload(stand, bytes)))
    medians.push(median(taken))
  }
  reportMedian(`${name}, p50`, medians, 'ms', { limit: 250 })
}

async function fill(stand: Stand): Promise<void> {
  const { data } = await stand.api.call(listScripts, {})
  let missing = LISTED - data.scripts.length
  const bytes = usualLines(LONG_SCRIPT / 5)
  await Promise.all(
    Array.from({ length: FILLING }, async () => {
      while ((missing -= 1) >= 0) await upload(stand, bytes)
    }),
  )
}

const upload = ({ api }: Stand, bytes: Buffer<ArrayBuffer>): Promise<string> =>
  api.store('script.fdx', new Uint8Array(bytes))

/** Latency of a read: the first one, and p50 and p95 over several rounds. */
async function reads(name: string, limit: number, read: () => Promise<unknown>): Promise<void> {
  report(`${name}, first`, await timed(read), 'ms')
  const high: number[] = []
  const middle: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const taken: number[] = []
    for (let n = 0; n < READS; n += 1) taken.push(await timed(read))
    high.push(quantile(taken, 0.95))
    middle.push(median(taken))
  }
  reportMedian(`${name}, p50`, middle, 'ms')
  reportMedian(`${name}, p95`, high, 'ms', { limit })
}
