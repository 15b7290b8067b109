import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

const FOLDER = path.join(import.meta.dirname, '../..')

/** A folder with an overlay of a component over production, as an operator would write it. */
export async function overlayWith(component: string) {
  const folder = await temporaryFolder('andscene-overlay')
  const from = (...to: string[]) => path.relative(folder.path, path.join(FOLDER, ...to))
  await writeFile(
    path.join(folder.path, 'kustomization.yaml'),
    `resources: [${from('overlays', 'production')}]\ncomponents: [${from('components', component)}]\n`,
  )
  return { path: folder.path, [Symbol.asyncDispose]: () => folder.remove() }
}
