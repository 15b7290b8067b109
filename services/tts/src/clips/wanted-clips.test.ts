import { voice } from '@andscene/contracts/testing/voice'
import { expect, test } from 'vitest'
import type { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import { clipOf } from './wanted-clips.ts'

/** The path of a clip of two voices, with these versions of their engines. */
function pathOf(versions: Record<string, string>) {
  const providerOf = (id: string) => ({ name: id.slice(0, 3), engineVersion: versions[id.slice(0, 3)] })
  const catalogue = { providers: { providerOf } } as unknown as VoiceCatalogue
  const speaker = { voice: voice('one:a'), together: ['two:b'] }
  return clipOf(catalogue, speaker, { text: 'Run.' }, { scriptId: 's1' }).path
}

test('architecture §7: a clip of several voices is made again if the engine of any of them changes', () => {
  const paths = [
    { one: '1', two: '1' },
    { one: '2', two: '1' },
    { one: '1', two: '2' },
  ].map(pathOf)
  expect(new Set(paths).size).toBe(3)
})
