import { openHarness } from '@andscene/scripts/testing/harness'
import type { Person } from '@andscene/scripts/testing/person'
import { fdxFile, fdxOfLength } from '@andscene/testing/fdx-file'
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { median, percentile, report } from '../report.ts'
import type { Asked } from './downloads-process.ts'

const PEOPLE = 12
/** More than one may have at a time. */
const OF_EACH = 3
const PARAGRAPHS = 42_000
const NOTES = 20
const UPLOADS = 60
/** Of some 120 pages. */
const LINES = 3_000
const LOOK_MS = 200
/** Before tokens are over. */
const RENEW_MS = 20_000
const TIMES_ALONE_AT_MOST = 2

/** Uploads of one person, alone and beside a dozen who download files of 9 MB with notes without a pause. */
export async function downloads(): Promise<void> {
  const harness = await openHarness()
  try {
    const large = fdxFile(
      Array.from({ length: PARAGRAPHS }, (_, n) => ({
        type: 'Action',
        text: `${n} ${'the sea '.repeat(18)}`,
      })),
    )
    const scripts: { url: string; person: Person }[] = []
    for (let n = 0; n < PEOPLE; n += 1) {
      const person = harness.as(`person-${n}`)
      const { status, body } = await person.upload(large, { name: 'large.fdx' })
      if (status !== 200) throw new Error(`the upload of a large script got ${status}: ${body.error}`)
      const script = body.data.script._id as string
      for (let note = 0; note < NOTES; note += 1)
        await person.post(`/api/scripts/${script}/notes`, {
          _id: randomUUID(),
          lineId: `l${note + 1}`,
          text: 'Slower.',
        })
      scripts.push({ url: new URL(`/api/scripts/${script}/file?notes=all`, harness.url).href, person })
    }
    const asked = (): Asked[] =>
      scripts.flatMap(({ url, person }) =>
        Array.from({ length: OF_EACH }, () => ({ url, authorization: `Bearer ${person.token()}` })),
      )
    const ada = harness.as('ada')
    const file = fdxOfLength(LINES)
    const upload = async () => {
      const begin = performance.now()
      const { status } = await ada.upload(file)
      if (status !== 200) throw new Error(`an upload got ${status}`)
      return performance.now() - begin
    }
    await measure(upload, 10)
    const before = await measure(upload, UPLOADS)
    const child = fork(path.join(import.meta.dirname, 'downloads-process.ts'))
    child.send(asked())
    const renewing = setInterval(() => child.send(asked()), RENEW_MS)
    const outcomesSoFar = async () => {
      child.send('outcomes')
      return ((await once(child, 'message')) as [Record<string, number>])[0]
    }
    // From here on the thread of downloads is busy, and others wait for it.
    while (!(await outcomesSoFar())['200']) await delay(LOOK_MS)
    const beside = await measure(upload, UPLOADS)
    const outcomes = await outcomesSoFar()
    clearInterval(renewing)
    child.disconnect()
    await once(child, 'exit')
    const after = await measure(upload, UPLOADS)

    const alone = percentile([...before, ...after], 0.95)
    report('upload of 120 pages alone, p50', median([...before, ...after]), 'ms')
    report('upload of 120 pages alone, p95', alone, 'ms')
    report('beside downloads, p50', median(beside), 'ms')
    report('beside downloads, p95', percentile(beside, 0.95), 'ms')
    report('beside downloads, times its p95 alone', percentile(beside, 0.95) / alone, '×', {
      limit: TIMES_ALONE_AT_MOST,
    })
    process.stdout.write(`downloads by outcome: ${JSON.stringify(outcomes)}\n`)
    report('downloads that were served', outcomes['200'] ?? 0, 'files', { least: 1 })
    report('downloads that were called unreadable', outcomes['422'] ?? 0, 'files', { limit: 0 })
  } finally {
    await harness.close()
  }
}

async function measure(work: () => Promise<number>, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n += 1) times.push(await work())
  return times
}
