// npm run bench -- fairness [requests] [guests] [downloads] [speech] [narration-status] [redis-size]: how much one person's
// load, or one long script, slows everybody else. Without names all of them.
import { parseArgs } from 'node:util'

/** Part → the function of `fairness/<part>.ts` that measures it. Loaded one at a time: each has engines of its own. */
const PARTS: Record<string, string> = {
  requests: 'requests',
  guests: 'guests',
  downloads: 'downloads',
  speech: 'speech',
  'narration-status': 'narrationStatus',
  'redis-size': 'redisSize',
}
const { positionals: names } = parseArgs({ allowPositionals: true })
for (const name of names.length > 0 ? names : Object.keys(PARTS)) {
  const part = PARTS[name]
  if (!part) throw new Error(`There is no "${name}"; there are ${Object.keys(PARTS).join(', ')}`)
  process.stdout.write(`\n${name}\n`)
  const file: string = `./fairness/${name}.ts`
  const functions = (await import(file)) as Record<string, () => Promise<void>>
  await functions[part]!()
}
