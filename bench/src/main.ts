// npm run bench -- NAME [PART…] [OPTIONS]: runs the named parts of a benchmark, or all of them.
import { SAMPLE } from '@andscene/platform-client/platform-client'
import { OperatorError } from '@andscene/service-kit/operator-error'
import path from 'node:path'
import { parseArgs } from 'node:util'

const OPTIONS = {
  help: { type: 'boolean' },
  lines: { type: 'string', multiple: true },
  rest: { type: 'boolean' },
  script: { type: 'string' },
  voice: { type: 'string', multiple: true },
} as const
type Values = Partial<{ lines: string[]; rest: boolean; script: string; voice: string[] }>

type Benchmark = {
  /** What the benchmark measures, in one line. */
  about: string
  options?: (keyof Values)[]
  /** Each part imports its code when it runs, because some load engines. */
  parts: Record<string, (values: Values) => Promise<unknown>>
  /** Parts that run by default; all if omitted. */
  usual?: readonly string[]
}

const sampleOr = (script: string = SAMPLE) => path.resolve(script)

const BENCHMARKS: Record<string, Benchmark> = {
  delivery: {
    about:
      'What each delivery of the natural voices changes against a plain reading: pitch, range, rate, level, ' +
      'naturalness; 15 minutes on an idle machine. --voice names other voices. And how closely a voice follows a recording.',
    options: ['voice'],
    parts: {
      delivery: async (values) => (await import('./delivery/delivery.ts')).delivery(values),
      'like-this': async () => (await import('./delivery/like-this.ts')).likeThis(),
    },
  },
  drafts: {
    about:
      'Which lines of synthetic redrafts are found again, next to a plain longest common subsequence. --script names a file to redraft next to the generated ones.',
    options: ['script'],
    parts: { drafts: async ({ script }) => (await import('./drafts/drafts.ts')).drafts(script) },
  },
  fairness: {
    about: 'How much the load of one user slows down the others.',
    parts: {
      requests: async () => (await import('./fairness/requests.ts')).requests(),
      speech: async () => (await import('./fairness/speech.ts')).speech(),
      'natural-speech': async () => (await import('./fairness/speech.ts')).naturalSpeech(),
    },
  },
  gateway: {
    about: 'What the gateway costs a request, next to the service alone, a bare proxy and the edge.',
    parts: { gateway: async () => (await import('./gateway/gateway.ts')).gateway() },
  },
  narration: {
    about: 'The voices behind a table read. The script is the bundled sample unless --script names a file.',
    options: ['script'],
    parts: {
      'whole-script': async ({ script }) =>
        (await import('./narration/whole-script.ts')).wholeScript(sampleOr(script)),
      requests: async ({ script }) => (await import('./narration/requests.ts')).requests(sampleOr(script)),
    },
  },
  natural: {
    about: 'Natural voices, with the model in the cache folder of the user (npm run voices loads it).',
    options: ['script'],
    parts: {
      'whole-script': async ({ script }) =>
        (await import('./natural/whole-script.ts')).wholeScript(sampleOr(script)),
      'first-sound': async () => (await import('./natural/first-sound.ts')).firstSound(),
      listening: async () => (await import('./natural/listening.ts')).listening(),
    },
    // Listening takes as long as the script plays.
    usual: ['whole-script', 'first-sound'],
  },
  reader: {
    about:
      'What a listener waits for, and what a first visit loads. --script names a file to open instead of the generated one.',
    options: ['script'],
    parts: {
      page: async ({ script }) => (await import('./reader/page.ts')).openPage(script),
      click: async () => (await import('./reader/click.ts')).click(),
      gaps: async () => (await import('./reader/gaps.ts')).gaps(),
      size: async () => (await import('./reader/size.ts')).size(),
    },
  },
  scripts: {
    about:
      'How long a writer waits for a script. --script names a file to measure next to the generated one.',
    options: ['script'],
    parts: {
      parse: async ({ script }) => (await import('./scripts/parsing.ts')).parsing(script),
      library: async ({ script }) => (await import('./scripts/library.ts')).library(script),
    },
  },
  sharing: {
    about: 'What a guest waits for, and what 5,000 notes cost.',
    parts: {
      guest: async () => (await import('./sharing/guest.ts')).guest(),
      notes: async () => (await import('./sharing/notes.ts')).notes(),
    },
  },
  start: {
    about: 'How long npm start takes, and the memory of the platform (--rest: also after ten idle minutes).',
    options: ['rest'],
    parts: {
      ready: async () => (await import('./start/start.ts')).ready(),
      rebuild: async () => (await import('./start/start.ts')).rebuild(),
      memory: async ({ rest }) => (await import('./start/memory.ts')).memory(rest),
      clone: async () => (await import('./start/start.ts')).clone(),
    },
    usual: ['ready', 'rebuild', 'memory'],
  },
  voices: {
    about:
      'How each natural voice sounds, in figures, next to the best of Flite; about a minute per voice. ' +
      '--voice and --lines select by name.',
    options: ['voice', 'lines'],
    parts: { voices: async (values) => (await import('./voices/voices.ts')).voices(values) },
  },
  'word-times': {
    about:
      'How far the times of words in natural clips are from a forced alignment (pocketsphinx, installed on first use). --voice selects voices by id.',
    options: ['voice'],
    parts: { 'word-times': async (values) => (await import('./word-times/word-times.ts')).wordTimes(values) },
  },
  web: {
    about:
      'First visits over slow networks, the recording of the landing page, a library of 500 scripts, and the scores of Lighthouse.',
    parts: {
      landing: async () => (await import('./web/landing.ts')).landing(),
      'hear-it': async () => (await import('./web/hear-it.ts')).hearIt(),
      slow: async () => (await import('./web/landing.ts')).slow(),
      library: async () => (await import('./web/library.ts')).library(),
      lighthouse: async () => (await import('./web/lighthouse.ts')).lighthouse(),
    },
  },
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true, strict: false })
  const [name = '', ...named] = positionals
  const benchmark = BENCHMARKS[name]
  if (!benchmark) throw unknown(`benchmark "${name}"`, Object.keys(BENCHMARKS))
  const { about, options = [], parts } = benchmark
  const names = Object.keys(parts)
  const flags = options.map((option) => `--${option}`)
  for (const [flag, value] of Object.entries(values)) {
    if (![...options, 'help'].includes(flag)) throw unknown(`option "--${flag}"`, [...flags, '--help'])
    if ([value].flat().includes(true) && OPTIONS[flag as keyof typeof OPTIONS].type === 'string')
      throw new OperatorError(`--${flag} needs a value.`, { exitCode: 2 })
  }
  const unknownPart = named.find((part) => !names.includes(part))
  if (unknownPart !== undefined) throw unknown(`part "${unknownPart}"`, names)
  const usual = benchmark.usual ?? names
  if (values.help) {
    const usage = [name, ...[...names, ...flags].map((word) => `[${word}]`)].join(' ')
    process.stdout.write(`${about}\n\nnpm run bench -- ${usage}\nWithout names: ${usual.join(', ')}.\n`)
    return
  }
  for (const part of named.length > 0 ? named : usual) {
    process.stdout.write(`\n${name} ${part}\n`)
    await parts[part]!(values as Values)
  }
}

const unknown = (what: string, known: readonly string[]) =>
  new OperatorError(`Unknown ${what}: use ${known.join(', ')}.`, { exitCode: 2 })

process.env['KOKORO'] ??= 'off'
try {
  await run()
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(error.exitCode)
}
