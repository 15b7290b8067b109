import assert from 'node:assert/strict'
import { isHeading } from '../line-types.ts'
import { paginate } from '../paging.ts'
import { canBeSpoken } from '../can-be-spoken.ts'
import { saidLine } from '../said/said-line.ts'
import { explainFdx } from '../fdx/explain.ts'
import { FdxError } from '../fdx/fdx-error.ts'
import { parseFdx, type ParsedScript } from '../fdx/parse-fdx.ts'

const checkRevisions = ({ lines, revisionSets }: ParsedScript): void => {
  const known = new Set(revisionSets.map(({ id }) => id))
  for (const { text, revisions = [] } of lines) {
    let at = 0
    for (const { start, end, set } of revisions) {
      assert(start >= at && end >= start && end <= text.length, 'revisions ascend within the text')
      assert(known.has(set) || known.size === 100, 'the set of a mark is known')
      at = end
    }
  }
}

const checkScript = (script: ParsedScript): void => {
  const { lines, characters } = script
  assert(lines.length > 0, 'a script has lines')
  assert(script.title.trim() !== '' && script.title.length <= 200, 'a title has 1 to 200 characters')
  assert(new Set(characters).size === characters.length, 'each character is listed once')
  checkRevisions(script)
  assert(paginate(lines).length === script.pages, 'pages are as paging cuts them')
  let act = 1
  for (const line of lines) {
    assert(/\S/.test(line.text), 'no line is blank')
    assert(line.type.trim() !== '', 'every line has a type')
    assert(line.character === undefined || characters.includes(line.character), 'speakers are characters')
    assert(line.act === act || line.act === act + 1, 'acts are counted')
    assert(line.eighths === undefined || isHeading(line), 'headings have lengths')
    act = line.act
    assert(canBeSpoken(line) === (saidLine(line).text !== ''), 'what has words is spoken')
  }
  assert(act === script.acts, 'the last line is in the last act')
}

const checkExplanation = (words: readonly string[], { acts, scenes, characters }: ParsedScript): void => {
  const about = (what: string) => words.filter((line) => line.startsWith(`${what} `)).length
  assert(about('act') === acts, 'each act is explained once')
  assert(about('scene') === scenes, 'each scene is explained once')
  assert(about('character') === characters.length, 'each character is explained once')
}

/** Reads a file and checks invariants. Returns 'read' or the code of the rejection; throws for anything else. */
export const checkParse = (bytes: Uint8Array): string => {
  try {
    const script = parseFdx(bytes, 'mutant.fdx')
    checkScript(script)
    checkExplanation(explainFdx(bytes, 'mutant.fdx'), script)
    return 'read'
  } catch (error) {
    if (error instanceof FdxError) return error.code
    throw error
  }
}
