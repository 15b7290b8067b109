// npm run subscribers -- export [FILE]: the sign-ups as CSV, read from the store beside the service that runs. FILE is `-`
// for standard output; by default a new file in DATA_DIR/exports.
import { messageOf } from '@andscene/service-kit/http-error'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { subscriptionsConfig } from '../config.ts'
import { openStore, sqliteFile } from '../open-store.ts'
import { exportSubscribers, exportToFile } from './export-subscribers.ts'

/** What is wrong, for the operator. */
class Sentence extends Error {}

async function main([command, target, ...more]: string[]): Promise<void> {
  if (command !== 'export' || more.length > 0)
    throw new Sentence('What to do? npm run subscribers -- export [FILE], or - for standard output')
  const { DATA_DIR, MONGODB_URI } = subscriptionsConfig()
  const file = sqliteFile(path.resolve(DATA_DIR))
  if (!MONGODB_URI && !existsSync(file))
    throw new Sentence(
      `There are no sign-ups in ${file}: DATA_DIR names the folder, or MONGODB_URI the database.`,
    )
  const store = await openStore({ DATA_DIR, MONGODB_URI })
  try {
    if (target === '-') {
      await exportSubscribers(store, process.stdout)
      return
    }
    // Relative to where npm was called.
    const to = target
      ? path.resolve(process.env['INIT_CWD'] ?? '', target)
      : path.resolve(DATA_DIR, 'exports', `subscribers-${new Date().toISOString().replaceAll(':', '')}.csv`)
    const count = await exportToFile(store, to)
    process.stderr.write(`${count.toLocaleString('en')} sign-ups written to ${to}\n`)
  } finally {
    await store.close()
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  // Whoever read standard output has seen enough.
  if ((error as { code?: unknown }).code !== 'EPIPE') {
    process.stderr.write(
      `${error instanceof Sentence ? error.message : `The export failed: ${messageOf(error)}`}\n`,
    )
    process.exitCode = 1
  }
}
