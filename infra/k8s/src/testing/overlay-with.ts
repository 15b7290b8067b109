import { runGoTool } from '@andscene/testing/go-tool'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { judge, readResources, type Resource } from '../render.ts'

const FOLDER = path.join(import.meta.dirname, '../..')

/**
 * The resources of production with a component, as an operator would combine them. Rejects what kubeconform rejects.
 */
export async function resourcesWith(component: string): Promise<Resource[]> {
  const folder = await temporaryFolder('andscene-overlay')
  const from = (...to: string[]) => path.relative(folder.path, path.join(FOLDER, ...to))
  await writeFile(
    path.join(folder.path, 'kustomization.yaml'),
    `resources: [${from('overlays', 'production')}]\ncomponents: [${from('components', component)}]\n`,
  )
  const { output } = await runGoTool('kustomize', ['build', folder.path])
  await folder.remove()
  const verdict = await judge(output)
  if (!/Invalid: 0, Errors: 0, Skipped: 0/.test(verdict.output)) throw new Error(verdict.output)
  return readResources(output)
}
