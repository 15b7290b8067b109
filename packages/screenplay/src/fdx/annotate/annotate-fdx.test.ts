import { describe, expect, test } from 'vitest'
import { fixtureBytes, parseText } from '../../testing/fixture-files.ts'
import { checkAnnotate, noteOn } from '../../testing/check-annotate.ts'
import { FdxError } from '../fdx-error.ts'
import { annotateFdx, applyInsertions } from './annotate-fdx.ts'
import type { FdxNote } from './note.ts'

const bytesOf = (xml: string) => new TextEncoder().encode(xml)
const annotated = (xml: string, ...notes: FdxNote[]): string => {
  checkAnnotate(bytesOf(xml), notes)
  return new TextDecoder().decode(applyInsertions(bytesOf(xml), annotateFdx(bytesOf(xml), notes)))
}
/** A formatted file, as Final Draft writes it. */
const script = (version: string, beside = ''): string => `<?xml version="1.0" encoding="UTF-8"?>
<FinalDraft DocumentType="Script" Template="No"${version && ` Version="${version}"`}>

  <Content>
    <Paragraph Type="Scene Heading">
      <SceneProperties Length="1/8" Page="1"/>
      <Text>INT. MILL - DAY</Text>
    </Paragraph>
    <Paragraph Type="Action">
      <Text>Wheels turn.</Text>
    </Paragraph>
  </Content>
${beside}
</FinalDraft>
`
const note = noteOn(1, 'Louder?', { start: 0, end: 6, colour: '#12abef', category: 'Sound' })
const ids = /(Ref|Writer)Id="[-0-9a-f]{36}"/gi
const withoutIds = (xml: string) => xml.replaceAll(ids, '$1Id="…"')

describe('notes in files of version 5 and later', () => {
  test("are added in a new ScriptNotes at the end, with the file's own formatting", () => {
    const { length } = script('6')
    const text = annotated(script('6'), note)
    expect(text.slice(0, length - 16)).toBe(script('6').slice(0, -16))
    expect(withoutIds(text)).toContain(
      `
  </Content>

  <ScriptNotes>
    <ScriptNote Color="#1212ABABEFEF" DateModified="20260131T235901" DateTime="20260131T235901" Id="1" Name="" Range="16,22" RefId="…" Type="Sound" WriterID="…" WriterName="Ada Lovelace">
      <Paragraph Alignment="Left" FirstIndent="0.00" Leading="Regular" LeftIndent="0.00" OutlineLevel="1" RightIndent="1.39" SpaceBefore="0" Spacing="1" StartsNewPage="No">
        <Text AdornmentStyle="0" Font="Arial" RevisionID="0" Size="12" Style="">Louder?</Text>
      </Paragraph>
    </ScriptNote>
  </ScriptNotes>

</FinalDraft>`.replaceAll('WriterID', 'WriterId'),
    )
  })

  test('follow the existing notes and get unused ids', () => {
    const own = `  <ScriptNotes>
    <TableColumnSettings Label=""/>
    <ScriptNote Id="41" Range="0,3" WriterName="Mo"><Paragraph><Text>First</Text></Paragraph></ScriptNote>
  </ScriptNotes>`
    const text = annotated(script('5', own), note)
    expect(text).toMatch(/First<\/Text><\/Paragraph><\/ScriptNote>\n {4}<ScriptNote [^>]* Id="42"/)
    expect(text).toMatch(/\n {4}<\/ScriptNote>\n {2}<\/ScriptNotes>\n<\/FinalDraft>\n$/)
    expect(parseText(text).lines.map(({ scriptNote }) => scriptNote)).toEqual(['First', 'Louder?'])
  })

  test.each(['  <ScriptNotes></ScriptNotes>', '  <ScriptNotes>\n  </ScriptNotes>'])(
    'are added to an empty ScriptNotes: %j',
    (own) => {
      const text = annotated(script('6', own), note)
      expect(text).toMatch(
        /\n {2}<ScriptNotes>\n {4}<ScriptNote [^]*\n {4}<\/ScriptNote>\n {2}<\/ScriptNotes>\n/,
      )
      expect(text.match(/<ScriptNotes/g)).toHaveLength(1)
    },
  )

  test.each(['<ScriptNotes/>', '<ScriptNotes Filter=">" />', '<ScriptNotes\n/>'])(
    'open a self-closing %s without changing its bytes or adding a second ScriptNotes',
    (own) => {
      const text = annotated(script('6', `  ${own}`), note)
      expect(text).toMatch(/<ScriptNotes[^]*?>\n {4}<ScriptNote /)
      expect(text).toMatch(/\n {2}<\/ScriptNotes>\n {2}<UnanchoredScriptNotes\/>\n/)
      expect(text.match(/<ScriptNotes/g)).toHaveLength(1)
      expect(parseText(text).lines.map(({ scriptNote }) => scriptNote)).toEqual([undefined, 'Louder?'])
    },
  )

  test('go into the ScriptNotes that has an end tag', () => {
    const text = annotated(script('6', '  <ScriptNotes/>\n  <ScriptNotes>\n  </ScriptNotes>'), note)
    expect(text).toMatch(/<ScriptNotes\/>\n {2}<ScriptNotes>\n {4}<ScriptNote /)
  })

  test('form a single insertion in script order', () => {
    const bytes = bytesOf(script('6'))
    const insertions = annotateFdx(bytes, [note, noteOn(0, 'b'), noteOn(1, 'Before', { end: 3 })])
    expect(insertions).toHaveLength(1)
    const text = new TextDecoder().decode(insertions[0]?.bytes)
    expect([...text.matchAll(/Range="([^"]*)"/g)].map(([, range]) => range)).toEqual([
      '0,15',
      '16,22',
      '16,19',
    ])
  })

  test('are on one line if the file is', () => {
    const text = annotated(
      '<FinalDraft Version="6"><Content><Paragraph><Text>x</Text></Paragraph></Content></FinalDraft>',
      noteOn(0, 'y'),
    )
    expect(text).not.toContain('\n')
    expect(text).toMatch(/<\/Content><ScriptNotes><ScriptNote .*<\/ScriptNote><\/ScriptNotes><\/FinalDraft>$/)
  })
})

describe('notes in older files', () => {
  test.each(['1', '4', '', 'x'])(
    `of version "%s" are inside their paragraph, with the file's own formatting`,
    (version) => {
      const text = annotated(script(version), note)
      expect(text).toContain(`
    <Paragraph Type="Action">
      <ScriptNote Author="Ada Lovelace" Color="#1212ABABEFEF" DateModified="20260131T235901" DateTime="20260131T235901" Name="" Type="Sound" WriterName="Ada Lovelace">
        <Paragraph Alignment="Left" FirstIndent="0.00" Leading="Regular" LeftIndent="0.00" RightIndent="1.39" SpaceBefore="0" Spacing="1" StartsNewPage="No">
          <Text AdornmentStyle="0" Background="#FFFFFFFFFFFF" Color="#000000000000" Font="Courier Final Draft" RevisionID="0" Size="12" Style="">Louder?</Text>
        </Paragraph>
      </ScriptNote>
      <Text>Wheels turn.</Text>`)
    },
  )

  test('are at the root if the file already has ranged notes there', () => {
    const own = '<ScriptNotes><ScriptNote Range="0,1"><Paragraph/></ScriptNote></ScriptNotes>'
    expect(annotated(script('4', own), note)).toMatch(/<\/ScriptNote><ScriptNote [^>]* Range="16,22"/)
  })

  test('form one insertion per paragraph, after its existing notes', () => {
    const insertions = checkAnnotate(fixtureBytes('structure'), [
      noteOn(1, 'a'),
      noteOn(0, 'b'),
      noteOn(1, 'c'),
    ])
    expect(insertions.length).toBeLessThanOrEqual(2)
    const xml = script('4').replace(
      '<Text>Wheels',
      '<ScriptNote><Paragraph><Text>First</Text></Paragraph></ScriptNote><Text>Wheels',
    )
    const text = annotated(xml, note, noteOn(0, 'Top'), noteOn(1, 'Last'))
    expect(annotateFdx(bytesOf(xml), [note, noteOn(0, 'Top'), noteOn(1, 'Last')])).toHaveLength(2)
    expect(parseText(text).lines.map(({ scriptNote }) => scriptNote)).toEqual(['Top', 'First\nLouder?\nLast'])
  })
})

describe('replies', () => {
  const replies = [
    { author: 'Bo', text: 'No.', createdAt: '2026-02-01T00:00:00Z' },
    { author: 'Cy', text: 'Yes.\nOr no.', createdAt: 'never' },
  ]

  test.each(['4', '6'])('in version %s follow as separate notes on the same range', (version) => {
    const text = annotated(script(version), { ...note, replies }, noteOn(1, 'Next', { start: 0 }))
    expect([...text.matchAll(/WriterName="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'Ada Lovelace',
      'Bo',
      'Cy',
      'Ada Lovelace',
    ])
    expect(parseText(text).lines[1]?.scriptNote).toBe('Louder?\nRe: No.\nRe: Yes.\nOr no.\nNext')
    expect(text.match(/ Range="16,22"/g)?.length ?? 0).toBe(version === '6' ? 3 : 0)
    expect(text).toContain('DateTime="20260201T000000"')
    expect(text.match(/ DateTime="/g)).toHaveLength(3)
  })
})

describe('a file that notes cannot be added to', () => {
  test.each([
    ['TRUNCATED', script('6').replace('</FinalDraft>', '')],
    ['DAMAGED', script('6').replace('</Content>', '')],
    ['NO_PLACE', script('6').replace('<Paragraph Type="Action"', '<Paragraph"Action"')],
    ['EMPTY', '<FinalDraft Version="6"/>'],
  ])('is rejected as %s with a one-sentence message', (code, xml) => {
    let error: unknown
    try {
      annotateFdx(bytesOf(xml), [noteOn(0, 'x')])
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(FdxError)
    expect(error).toMatchObject({ code, message: expect.stringMatching(/^This .*\.$/) })
  })
})

describe('insertions', () => {
  test('are deterministic, and empty without notes', () => {
    const bytes = bytesOf(script('6'))
    expect(annotateFdx(bytes, [note])).toEqual(annotateFdx(bytes, [note]))
    expect(annotateFdx(bytes, [])).toEqual([])
    expect(applyInsertions(bytes, [])).toEqual(bytes)
  })
})
