import { matchDrafts } from '@andscene/screenplay/drafts/match-drafts'
import type { MatchedLine } from '@andscene/screenplay/drafts/normal-line'
import { parseFdx } from '@andscene/screenplay/fdx/parse-fdx'
import { SAMPLE } from '@andscene/platform-client/platform-client'
import { processorMs } from '@andscene/testing/processor-time'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { median } from 'simple-statistics'
import { report } from '../report.ts'
import { lineMaker, madeScript } from './made-lines.ts'
import { redraftOf } from './redraft.ts'
import { figuresOf, matched, plainSequence, scoreOf, type Score } from './score.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
/** A long feature with all its lines. */
const LONG = 4_300
const RUNS = 7

/** Matches synthetic redrafts and compares the pairs with the truth, next to a plain longest common subsequence. */
export async function drafts(file: string | undefined): Promise<void> {
  const sample = await linesOf(SAMPLE)
  const scripts: [string, MatchedLine[]][] = [['made script', madeScript(sample, LONG, 1)]]
  if (file) scripts.push([path.basename(file), await linesOf(file)])
  for (const [name, lines] of scripts) {
    const { lineOrSpeech } = lineMaker(lines)
    const redrafts = SEEDS.map((seed) => redraftOf(lines, seed, lineOrSpeech))
    const ours = redrafts.map((redraft) => scoreOf(lines, redraft, matched(lines, redraft.lines)))
    const plain = redrafts.map((redraft) => scoreOf(lines, redraft, plainSequence(lines, redraft.lines)))
    tell(name, ours, true)
    tell(`${name}, plain longest common subsequence`, plain, false)
  }
  const long = scripts[0]![1]
  const { lines: next } = redraftOf(long, 1, lineMaker(long).lineOrSpeech)
  matchDrafts(long, next)
  const times = Array.from({ length: RUNS }, () => processorMs(() => matchDrafts(long, next)))
  report(`match of ${LONG} lines, processor time`, median(times), 'ms', { limit: 250, runs: times })
}

const linesOf = async (file: string) => parseFdx(await readFile(file), path.basename(file)).lines

function tell(name: string, scores: readonly Score[], isHeld: boolean): void {
  const { kept, found, wrong } = figuresOf(scores)
  report(`${name}: unchanged lines kept`, kept, '%', isHeld ? { least: 98.5 } : {})
  report(`${name}: reworded lines found`, found, '%', isHeld ? { least: 95 } : {})
  report(`${name}: wrong pairs`, wrong, '%', isHeld ? { limit: 0.2 } : {})
}
