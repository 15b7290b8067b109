import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { format, resolveConfig } from 'prettier'
import { ROOT } from '../paths.ts'
import { pages } from './pages.ts'

const FOLDER = path.join(ROOT, 'docs/reference')

export async function referencePages(): Promise<[file: string, text: string][]> {
  const options = await resolveConfig(path.join(FOLDER, 'commands.md'))
  return Promise.all(
    Object.entries(pages()).map(async ([name, text]): Promise<[string, string]> => [
      path.join(FOLDER, name),
      await format(text, { ...options, parser: 'markdown' }),
    ]),
  )
}

if (import.meta.main) for (const [file, text] of await referencePages()) writeFileSync(file, text)
