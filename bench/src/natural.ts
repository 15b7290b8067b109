// npm run bench -- natural [--script file.fdx] [whole-script] [first-sound] [at-once] [beside] [cancel] [abandoned] [listening]
// [starts] [opened] [--starts 10]: natural voices, with the model that the user's cache folder holds (npm run voices brings
// it). Without names the first six; listening takes as long as it is long, and the last two start the platform many times.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { abandoned } from './natural/abandoned.ts'
import { atOnce } from './natural/at-once.ts'
import { beside } from './natural/beside.ts'
import { cancel } from './natural/cancel.ts'
import { firstSound } from './natural/first-sound.ts'
import { listening } from './natural/listening.ts'
import { opened, starts } from './natural/starts.ts'
import { wholeScript } from './natural/whole-script.ts'

const SAMPLE = path.resolve(
  import.meta.dirname,
  '../../packages/screenplay/samples/the-lighthouse-keeper.fdx',
)
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    script: { type: 'string', default: SAMPLE },
    rate: { type: 'string', default: '1.5' },
    starts: { type: 'string' },
  },
})
const script = path.resolve(values.script)
const parts: Record<string, () => Promise<void>> = {
  'whole-script': () => wholeScript(script),
  'first-sound': firstSound,
  'at-once': atOnce,
  beside,
  cancel,
  abandoned,
  listening: () => listening(Number(values.rate)),
  starts: () => starts(Number(values.starts ?? 30)),
  opened: () => opened(Number(values.starts ?? 5)),
}
const names =
  positionals.length > 0
    ? positionals
    : ['whole-script', 'first-sound', 'at-once', 'beside', 'cancel', 'abandoned']
for (const name of names) {
  const part = parts[name]
  if (!part) throw new Error(`There is no "${name}"; there are ${Object.keys(parts).join(', ')}`)
  process.stdout.write(`\n${name}\n`)
  await part()
}
