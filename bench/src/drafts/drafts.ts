import diffSequences from '@jest/diff-sequences'
import { matchDrafts } from '@andscene/screenplay/drafts/match-drafts'
import { normalLines, type MatchedLine } from '@andscene/screenplay/drafts/normal-line'
import { parseFdx } from '@andscene/screenplay/fdx/parse-fdx'
import { SAMPLE } from '@andscene/platform-client/platform-client'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { median } from 'simple-statistics'
import { report } from '../report.ts'
import { lineMaker, madeScript } from './made-lines.ts'
import { redraftOf, type Redraft } from './redraft.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]
/** A long feature with all its lines. */
const LONG = 4_300
const RUNS = 7

type Pairs = readonly (readonly [old: number, next: number])[]
type Score = {
  unchanged: number
  kept: number
  reworded: number
  found: number
  wrong: number
  lines: number
}

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
  const times = Array.from({ length: RUNS }, () => {
    const begin = performance.now()
    matchDrafts(long, next)
    return performance.now() - begin
  })
  report(`match of ${LONG} lines`, median(times), 'ms', { limit: 250, runs: times })
}

const linesOf = async (file: string) => parseFdx(await readFile(file), path.basename(file)).lines

const matched = (old: readonly MatchedLine[], next: readonly MatchedLine[]): Pairs =>
  matchDrafts(old, next).flatMap((change) =>
    change.old === undefined || change.new === undefined ? [] : [[change.old, change.new] as const],
  )

function plainSequence(old: readonly MatchedLine[], next: readonly MatchedLine[]): Pairs {
  const normal = normalLines()
  const [a, b] = [normal(old), normal(next)]
  const pairs: [number, number][] = []
  diffSequences(
    a.length,
    b.length,
    (i, j) => a[i]!.key === b[j]!.key,
    (count, i, j) => pairs.push(...Array.from({ length: count }, (_, n): [number, number] => [i + n, j + n])),
  )
  return pairs
}

function scoreOf(old: readonly MatchedLine[], { lines, origins, reworded }: Redraft, pairs: Pairs): Score {
  const truth = origins.filter((origin) => origin !== undefined)
  const right = pairs.filter(([i, j]) => origins[j] === i)
  const changed = right.filter(([i]) => reworded.has(i)).length
  const rewordedCount = truth.filter((origin) => reworded.has(origin)).length
  return {
    unchanged: truth.length - rewordedCount,
    kept: right.length - changed,
    reworded: rewordedCount,
    found: changed,
    wrong: pairs.length - right.length,
    lines: Math.max(old.length, lines.length),
  }
}

function tell(name: string, scores: readonly Score[], held: boolean): void {
  const percent = (part: keyof Score, whole: keyof Score) => (100 * sum(scores, part)) / sum(scores, whole)
  report(`${name}: unchanged lines kept`, percent('kept', 'unchanged'), '%', held ? { least: 98.5 } : {})
  report(`${name}: reworded lines found`, percent('found', 'reworded'), '%', held ? { least: 95 } : {})
  report(`${name}: wrong pairs`, percent('wrong', 'lines'), '%', held ? { limit: 0.2 } : {})
}

const sum = (scores: readonly Score[], of: keyof Score) =>
  scores.reduce((total, score) => total + score[of], 0)
