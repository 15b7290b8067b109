import { parseFdx } from '@andscene/screenplay/fdx/parse-fdx'
import { expect, test } from 'vitest'
import { uploadProblem } from '@andscene/web-kit/upload/chosen-file'
import { sampleFile } from './sample-file.ts'

test('the sample is a valid upload of three to five pages with five characters', async () => {
  const file = sampleFile()
  expect(uploadProblem([file])).toBeNull()
  const { title, lines, pages, characters } = parseFdx(new Uint8Array(await file.arrayBuffer()), file.name)
  expect(title).toBe('The Last Bus to Harrow Hill')
  expect(pages).toBeGreaterThanOrEqual(3)
  expect(pages).toBeLessThanOrEqual(5)
  expect(characters).toEqual(['NELL', 'WINSTON', 'MRS. ADEYEMI', 'PIP', 'DISPATCHER'])
  expect(new Set(lines.map(({ type }) => type))).toEqual(
    new Set(['Transition', 'Scene Heading', 'Action', 'Character', 'Dialogue', 'Parenthetical']),
  )
})
