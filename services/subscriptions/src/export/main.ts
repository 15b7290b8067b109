// npm run subscribers -- export [FILE]: writes the sign-ups as CSV. The service may be running. FILE is `-` for standard
// output; by default a new file in DATA_DIR/exports.
import { messageOf } from '@andscene/service-kit/http-error'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { subscriptionsConfig } from '../config.ts'
import { documentsOf, openStore } from '../subscriber-store.ts'
import { exportSubscribers, exportToFile } from './export-subscribers.ts'

async function main([command, target, ...more]: string[]): Promise<void> {
  if (command !== 'export' || more.length > 0)
    throw new OperatorError('Usage: npm run subscribers -- export [FILE], or - for standard output')
  const { DATA_DIR, MONGODB_URI } = subscriptionsConfig()
  const { file } = documentsOf({ DATA_DIR: path.resolve(DATA_DIR) })
  if (!MONGODB_URI && !existsSync(file))
    throw new OperatorError(
      `There are no sign-ups in ${file}: DATA_DIR names the folder, or MONGODB_URI the database.`,
    )
  const store = await openStore({ DATA_DIR, MONGODB_URI })
  try {
    if (target === '-') {
      await exportSubscribers(store, process.stdout)
      return
    }
    // Relative to the folder in which npm was started.
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
  // EPIPE: the reader of standard output has closed it.
  if ((error as { code?: unknown }).code !== 'EPIPE') {
    process.stderr.write(
      `${error instanceof OperatorError ? error.message : `The export failed: ${messageOf(error)}`}\n`,
    )
    process.exitCode = 1
  }
}
