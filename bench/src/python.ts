import { defaultVoicesDir } from '@andscene/kokoro/model/folders'
import { execFile } from 'node:child_process'
import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Path of a Python that has these packages (with exact versions), in the user's cache folder. Installs them on first use.
 * Throws without python3, or without a network on first use.
 */
export async function pythonWith(name: string, packages: readonly string[]): Promise<string> {
  const folder = path.join(defaultVoicesDir(), '..', name)
  const python = path.join(folder, 'bin', 'python')
  const mark = path.join(folder, 'complete')
  const isThere = await access(mark).then(
    () => true,
    () => false,
  )
  if (isThere) return python
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.dirname(folder), { recursive: true })
  await run('python3', ['-m', 'venv', folder])
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages])
  await writeFile(mark, packages.join('\n'))
  return python
}
