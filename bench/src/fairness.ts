// npm run bench -- fairness [requests] [guests] [downloads] [speech] [natural-speech] [narration-status] [redis-size]: how much
// one person's load, or one long script, slows everybody else. Without names all of them.
import { parseArgs } from 'node:util'

/** Part → the file of `fairness/` and its function that measures it. Loaded one at a time: each has engines of its own. */
const PARTS: Record<string, [file: string, function: string]> = {
  requests: ['requests', 'requests'],
  guests: ['guests', 'guests'],
  downloads: ['downloads', 'downloads'],
  speech: ['speech', 'speech'],
  'natural-speech': ['speech', 'naturalSpeech'],
  'narration-status': ['narration-status', 'narrationStatus'],
  'redis-size': ['redis-size', 'redisSize'],
}
const { positionals: names } = parseArgs({ allowPositionals: true })
for (const name of names.length > 0 ? names : Object.keys(PARTS)) {
  const part = PARTS[name]
  if (!part) throw new Error(`There is no "${name}"; there are ${Object.keys(PARTS).join(', ')}`)
  process.stdout.write(`\n${name}\n`)
  const [file, measure] = part
  const functions = (await import(`./fairness/${file}.ts`)) as Record<string, () => Promise<void>>
  await functions[measure]!()
}
