import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { goBinary } from './go-binary.ts'

const TOOLS = join(import.meta.dirname, '../tools')
/** Build tags of a tool. promtool: of some twenty clouds that targets can be found in only those that our files name. */
const TAGS: Partial<Record<string, readonly string[]>> = {
  promtool: ['remove_all_sd', 'enable_dns_sd', 'enable_kubernetes_sd'],
}

/** The path of a tool, built from `tools/<name>`. Rejects with a sentence when it cannot be had. */
export async function goTool(name: string): Promise<string> {
  const folder = join(TOOLS, name)
  const program = /^tool (\S+)$/m.exec(await readFile(join(folder, 'go.mod'), 'utf8'))?.[1]
  if (!program) throw new Error(`tools/${name}/go.mod names no tool`)
  const tags = TAGS[name]
  return goBinary({ name, folder, package: program, ...(tags ? { tags } : {}) })
}

/** With `input` as its standard input; `output` is standard output and error. An exit code other than 0 is no failure. */
export async function runGoTool(
  name: string,
  args: readonly string[],
  { cwd, input = '' }: { cwd?: string; input?: string } = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(await goTool(name), args, { cwd, stdio: 'pipe' })
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  // A tool that refuses its arguments ends before it has read anything.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code, out, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, output: out + errors }
}
