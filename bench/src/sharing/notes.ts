import { NOTES_LIMIT } from '@andscene/contracts/limits'
import type { Script } from '@andscene/contracts/script'
import type { Page } from '@playwright/test'
import { usualLines } from '../generated-scripts.ts'
import { openReaderStand, type ReaderStand } from '../stand.ts'
import { inParallel, report, reportMedian, timed } from '../report.ts'
import { SETTLED_MS, tellSlowest, watchInteractions } from '../web/interactions.ts'
import { openScript } from '../reader/listening.ts'

const LINES = 2_000
const LIMIT_MS = 100
const PAGES = 12
const CONCURRENCY = 16
const READS = 5

/**
 * Measures page turns, the notes list and its filters in a script with the maximum number of notes, and in one without.
 */
export async function notes(): Promise<void> {
  await using stand = await openReaderStand({ LIMIT_NOTES: '1000000' })
  const plain = await stand.api.upload('plain.fdx', usualLines(LINES))
  const noted = await stand.api.upload('noted.fdx', usualLines(LINES))
  await writeNotes(stand, noted)
  await readNotes(stand, noted)

  const context = await stand.profile()
  const page = await context.newPage()
  await watchInteractions(page)
  const turn = async (script: Script, name: string) => {
    await openScript(page, script)
    return tellSlowest(page, name, () => turnPages(page), { limit: LIMIT_MS })
  }
  const bare = await turn(plain, 'page turn without notes')
  const full = await turn(noted, `page turn with ${NOTES_LIMIT} notes`)
  report('page turn with ÷ without notes', full / bare, '×')

  const beside = (label: string) => page.getByRole('radio', { name: label, exact: true })
  await tellSlowest(page, 'the list of notes, opened', () => choose(page, beside('Notes')), {
    limit: LIMIT_MS,
  })
  for (const state of ['All', 'Resolved', 'Open'])
    await tellSlowest(page, `the list, filtered: ${state}`, () => choose(page, beside(state)), {
      limit: LIMIT_MS,
    })
  const mine = page.getByRole('button', { name: 'Mine', exact: true })
  await tellSlowest(page, 'the list, filtered: Mine', () => mine.click(), { limit: LIMIT_MS })
  await context.close()
}

/** The label covers the radio button. */
const choose = async (page: Page, radio: ReturnType<Page['getByRole']>) =>
  page.locator('label').filter({ has: radio }).click()

async function turnPages(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Next Page' }).first()
  for (let n = 0; n < PAGES; n += 1) {
    await next.click()
    await page.waitForTimeout(SETTLED_MS / 4)
  }
}

async function writeNotes({ api }: ReaderStand, { _id, content: { lines } }: Script): Promise<void> {
  const one = (n: number) =>
    api.note(
      _id,
      lines[n % lines.length]!._id,
      `Note ${n}: slower here, and with less weight on the last word.`,
    )
  const tookMs = await timed(() =>
    inParallel(
      Array.from({ length: NOTES_LIMIT }, (_, n) => n),
      CONCURRENCY,
      one,
    ),
  )
  report(`${NOTES_LIMIT} notes written, each`, tookMs / NOTES_LIMIT, 'ms')
}

async function readNotes({ api }: ReaderStand, { _id }: Script): Promise<void> {
  const taken: number[] = []
  for (let read = 0; read < READS; read += 1) taken.push(await timed(() => api.notes(_id)))
  reportMedian(`${NOTES_LIMIT} notes read`, taken, 'ms')
}
