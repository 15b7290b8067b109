import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { onTestFinished } from 'vitest'

/** The path of a folder that is removed after the test, after what is registered later. */
export async function testFolder(): Promise<string> {
  const folder = await temporaryFolder('andscene-kokoro')
  onTestFinished(() => folder.remove())
  return folder.path
}
