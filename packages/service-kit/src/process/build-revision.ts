import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * The revision of the project in `folder`, for metrics and operators: BUILD_REVISION, or the commit of the folder's
 * own Git checkout, with `+` when files differ from it. Undefined where neither exists.
 */
export async function buildRevision(
  env: Record<string, string | undefined>,
  folder: string,
): Promise<string | undefined> {
  if (env['BUILD_REVISION']) return env['BUILD_REVISION']
  // A copy without history may be inside another Git checkout.
  if (!existsSync(path.join(folder, '.git'))) return undefined
  const described = ['describe', '--always', '--dirty=+', '--abbrev=12', '--exclude=*']
  const said = await promisify(execFile)('git', described, { cwd: folder }).catch(() => undefined)
  return said?.stdout.trim() || undefined
}
