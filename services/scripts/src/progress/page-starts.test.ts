import { pageOfLine, paginate } from '@andscene/screenplay/paging'
import { anyLines } from '@andscene/screenplay/testing/any-lines'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageOf, pageStarts } from './script-pages.ts'

test('product §9: the page of every line is the one that the reader shows', () => {
  fc.assert(
    fc.property(anyLines(), (lines) => {
      const [pages, starts] = [paginate(lines), pageStarts(lines)]
      for (const index of lines.keys()) expect(pageOf(starts, index)).toBe(pageOfLine(pages, index) + 1)
    }),
  )
})
