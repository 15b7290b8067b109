// npm run words [-- FOLDER…]: finds phrases to avoid in code, comments, tests, screens and docs, and prints
// replacements.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths.ts'

const BE = '(?:is|are|was|were|be|been|being)'

/** Phrase (a case-insensitive regular expression) and its replacement. */
const PHRASES: readonly (readonly [string, string])[] = [
  ['nobody|somebody|anybody|whoever|nobody else', 'a user, the caller, no client, no listener'],
  [
    `${BE} told|told (?:to|of|that|by|what|how|when|apart|about)|unless told`,
    'receives, is notified, is configured with, by default',
  ],
  ['tells? (?:of|the \\w+ (?:to|of|that|what|when))', 'notifies, logs, instructs'],
  [`${BE} gone`, 'has exited, was deleted, no longer exists'],
  [`${BE} away`, 'is unavailable, is down'],
  [`${BE} let (?:be|go)|left alone`, 'is ignored, is released, is unchanged'],
  ['(?:go|goes|going|went|gone) on', 'continues'],
  ['anew', 'again'],
  ['at once', 'immediately, simultaneously'],
  ['at rest', 'idle'],
  ['by hand', 'manually'],
  ['by (?:itself|themselves)', 'automatically, standalone'],
  ['by then|in the meantime', 'already, meanwhile'],
  ['for good', 'permanently'],
  ['all the same', 'anyway'],
  ['on (?:its|their) way|the way there', 'in progress, in flight, loading'],
  ['stands? (?:in|there|for itself|in the way)', 'is in, blocks'],
  ['wish(?:es|ed)?', 'wants, requires'],
  ['(?:says?|said) so', 'reports it, documents it'],
  ['what (?:became|came) of', 'the result of'],
  ['how far (?:it|they|he|she|the \\w+) (?:is|has|are|was|got)', 'progress'],
  ['what is kept|what (?:it|they) (?:is|are) made of', 'stored data, parts'],
  ['passed over|thrown away', 'skipped, discarded'],
  ['hand(?:s|ed)? (?:over|back)', 'passes, returns'],
  ['gives? way', 'yields'],
  ['(?:has|have|had) (?:it|them) (?:lie|stand|come)', 'places, causes'],
  ['(?:as it (?:was|were)|none the (?:less|worse)|own accord)', 'unchanged, anyway'],
]

const READ = /\.(?:tsx?|mjs|css|md|ya?ml|html|sh)$/
/** Excludes this list, the changelog and the decision records. */
const EXEMPT = /checks\/plain-words\.ts$|CHANGELOG|docs\/decisions\//
/** File names of decisions, which are not renamed, and quoted lines. */
const QUOTED = /decisions\/[\w-]+|\d{4}-[a-z][\w-]+|.*plain-words: quoted.*/g
const REPLACEMENTS = PHRASES.map(([phrase, instead]) => ({
  pattern: new RegExp(`\\b(?:${phrase})\\b`, 'i'),
  instead,
}))

/** Lines `file:line: "phrase" → words to use` of the tracked files below `folders`. */
export function findDialect(folders: readonly string[]): string[] {
  const files = execFileSync('git', ['ls-files', '--', ...folders], { cwd: ROOT, encoding: 'utf8' }).split(
    '\n',
  )
  return files
    .filter((file) => READ.test(file) && !EXEMPT.test(file))
    .flatMap((file) =>
      readFileSync(path.join(ROOT, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          REPLACEMENTS.flatMap(({ pattern, instead }) => {
            const found = pattern.exec(line.replaceAll(QUOTED, ''))?.[0]
            return found ? [`${file}:${index + 1}: "${found}" → ${instead}`] : []
          }),
        ),
    )
}

if (import.meta.main) {
  const found = findDialect(process.argv.slice(2))
  process.stdout.write(`${[...found, `${found.length} phrases to replace.`].join('\n')}\n`)
  process.exitCode = found.length === 0 ? 0 : 1
}
