import { parseFdx } from '@andscene/screenplay/fdx/parse-fdx'
import { XMLParser } from 'fast-xml-parser'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { inTurn, reportMedian, timed } from '../report.ts'
import { median } from 'simple-statistics'
import { FEATURE, usualLines } from '../generated-scripts.ts'

const WARM_UP = 8
const RUNS = 15
const ROUNDS = 3

/** Like Final Draft, writes indentation and the font of every run. */
const FONT =
  'AdornmentStyle="0" Background="#FFFFFFFFFFFF" Color="#000000000000" Font="Courier Final Draft" RevisionID="0" Size="12" Style=""'
const asFinalDraftWrites = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes
      .toString()
      .replaceAll('<Paragraph ', '    <Paragraph ')
      .replaceAll('<Text>', `\n      <Text ${FONT}>`)
      .replaceAll('</Text>', '</Text>\n    '),
  )

/** Compares our parser with fast-xml-parser alone, alternating, so that other load affects both alike. */
export async function parsing(file: string | undefined): Promise<void> {
  const feature = usualLines(FEATURE)
  await compare('made feature', asFinalDraftWrites(feature), 0.8)
  await compare('made feature without fonts', feature, 1.5)
  if (file) await compare(path.basename(file), await readFile(file), 0.8)
}

async function compare(name: string, bytes: Buffer, limit: number): Promise<void> {
  const bare = new XMLParser({ preserveOrder: true, ignoreAttributes: false, trimValues: false })
  const ours = () => parseFdx(bytes, 'script.fdx')
  const alone = () => bare.parse(bytes.toString('utf8'))
  for (let run = 0; run < WARM_UP; run += 1) {
    ours()
    alone()
  }
  const ratios: number[] = []
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const taken = await inTurn(RUNS, { ours: () => timed(ours), alone: () => timed(alone) })
    ratios.push(median(taken.ours) / median(taken.alone))
    times.push(median(taken.ours))
  }
  reportMedian(`parse of ${name} (${Math.round(bytes.length / 1024)} kB)`, times, 'ms')
  reportMedian(`parse of ${name} ÷ fast-xml-parser alone`, ratios, '×', { limit })
}
