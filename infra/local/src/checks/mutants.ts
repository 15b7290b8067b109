// npm run mutants [-- --count 60 --seed 1]: changes one operator in the core folders at a time and counts how many
// changes `npm test` detects. Writes into the working tree, which must be clean, and restores each file.
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parseSync } from 'vite'
import { ROOT } from '../paths.ts'

const FOLDERS = [
  'packages/contracts/src',
  'packages/screenplay/src',
  'remotes/reader/src/player',
  'services/gateway/src',
  'services/scripts/src/{casting,sharing,outbox}',
  'services/tts/src/pipeline',
]
const OTHER: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

type Node = { type: string; start: number; end: number; [field: string]: unknown }
type Mutant = { file: string; start: number; end: number; text: string; line: number }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

function mutantsOf(file: string): Mutant[] {
  const source = readFileSync(path.join(ROOT, file), 'utf8')
  const found: Mutant[] = []
  const add = (start: number, end: number, text: string) =>
    found.push({ file, start, end, text, line: source.slice(0, start).split('\n').length })
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isNode(value)) return
    const { left, right, operator, test } = value
    if (typeof operator === 'string' && OTHER[operator] && isNode(left) && isNode(right)) {
      const at = source.indexOf(operator, left.end)
      if (at < right.start) add(at, at + operator.length, OTHER[operator])
    }
    if (isNode(test) && (value.type === 'IfStatement' || value.type === 'ConditionalExpression'))
      add(test.start, test.end, `!(${source.slice(test.start, test.end)})`)
    if (value.type === 'Literal' && typeof value['value'] === 'boolean')
      add(value.start, value.end, String(!value['value']))
    if (value.type === 'Literal' && typeof value['value'] === 'number')
      add(value.start, value.end, String(value['value'] + 1))
    // Types have no effect at run time.
    for (const [field, child] of Object.entries(value))
      if (!/^(?:typeAnnotation|returnType|typeParameters|typeArguments)$/.test(field)) visit(child)
  }
  visit(parseSync(file, source).program.body.filter(({ type }) => !type.startsWith('TS')))
  return found
}

/** Pseudo-random numbers from 0 to 1, repeatable (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type FileResult = { name: string; status: string; assertionResults: { status: string }[] }
/** A changed loop may never end. */
const RUN_TIMEOUT_MS = 10 * 60_000
const TIMED_OUT = 'timed out'

/** A test file that fails, or TIMED_OUT; undefined if all pass. */
function failureOf(command: 'related' | 'run', args: string[]): string | undefined {
  const report = path.join(tmpdir(), `mutants-${process.pid}.json`)
  const options = ['--run', '--bail=1', '--project=node', '--project=web', '--passWithNoTests']
  const { status } = spawnSync(
    'vitest',
    [command, ...options, '--reporter=json', `--outputFile=${report}`, ...args],
    { cwd: ROOT, env: { ...process.env, KOKORO: 'off' }, stdio: 'ignore', timeout: RUN_TIMEOUT_MS },
  )
  if (status === 0) return undefined
  if (status === null) return TIMED_OUT
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: FileResult[] }
  const failed = testResults.filter((file) => file.status === 'failed')
  // Files that --bail canceled are reported as failed, too, without a failed test.
  return (
    failed.find(({ assertionResults }) => assertionResults.some((test) => test.status === 'failed')) ??
    failed[0]
  )?.name
}

/** Tests of the same workspace first, because they detect most changes; then all that import the file. */
function isDetected({ file, start, end, text }: Mutant): boolean {
  const whole = path.join(ROOT, file)
  const source = readFileSync(whole, 'utf8')
  const scopes = [[file, '--dir', file.split('/').slice(0, 2).join('/')], [file]]
  try {
    return scopes.some((scope) => {
      writeFileSync(whole, source.slice(0, start) + text + source.slice(end))
      const failed = failureOf('related', scope)
      if (failed === undefined) return false
      // A test may also fail without the change, on a busy machine: run it again without it.
      writeFileSync(whole, source)
      return failed === TIMED_OUT || failureOf('run', [failed]) === undefined
    })
  } finally {
    writeFileSync(whole, source)
  }
}

const { values } = parseArgs({
  options: { count: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
})
if (execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' }) !== '') {
  process.stderr.write('The working tree has changes. Commit them first: this check writes into it.\n')
  process.exit(2)
}
const files = globSync(
  FOLDERS.map((folder) => `${folder}/**/*.ts`),
  { cwd: ROOT },
).filter((file) => !/\.(?:test|contract|d)\.ts$|\/testing\//.test(file))
const mutants = files.sort().flatMap(mutantsOf)
const random = seeded(Number(values.seed))
let noticed = 0
const count = Math.min(Number(values.count), mutants.length)
for (let index = 0; index < count; index += 1) {
  const [mutant] = mutants.splice(Math.floor(random() * mutants.length), 1) as [Mutant]
  const { file, line, text } = mutant
  const wasNoticed = isDetected(mutant)
  if (wasNoticed) noticed += 1
  process.stdout.write(`${wasNoticed ? 'noticed ' : 'survived'} ${file}:${line} → ${text}\n`)
}
process.stdout.write(`${noticed} of ${count} noticed (${Math.round((100 * noticed) / count)} %).\n`)
