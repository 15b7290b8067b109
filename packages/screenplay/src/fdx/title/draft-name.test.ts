import { processorMs } from '@andscene/testing/processor-time'
import { expect, test } from 'vitest'
import { fdxOf, paragraph, parseText } from '../../testing/fixture-files.ts'
import { draftNameIn } from './draft-name.ts'

const page = (...lines: string[]) =>
  `<TitlePage><Content>${lines.map((line) => `<Paragraph Alignment="Center"><Text>${line}</Text></Paragraph>`).join('')}</Content></TitlePage>`
const nameOf = (fileName: string, ...lines: string[]) =>
  draftNameIn(parseText(fdxOf(paragraph('Action', 'Rain.'), page(...lines))), fileName)

test.each([
  ['Draft 7', ['THE FERRY', '', 'Written by', 'Ada Lane', '', 'Draft 7']],
  ['Blue Revision 3/12/24', ['THE FERRY', '', 'by', 'Ada Lane', '', 'Blue Revision 3/12/24']],
  ['Second Draft, March 12, 2024', ['THE FERRY', '', 'by', 'Ada Lane', '', 'Second Draft', 'March 12, 2024']],
  ['Pink Rev.', ['THE FERRY', '', 'Blue Rev. 1/2/24', 'Pink Rev. (mm/dd/yy)']],
  ['FINAL SHOOTING SCRIPT', ['THE FERRY', 'by', 'Ada Lane', 'FINAL SHOOTING SCRIPT']],
])('product §16 suggests the name %s from the title page', (name, lines) => {
  expect(nameOf('ferry.fdx', ...lines)).toBe(name)
})

test.each([
  ['MyScript_v7.fdx', 'MyScript v7'],
  ['C:\\scripts\\The Ferry - Draft 3.fdx', 'The Ferry - Draft 3'],
  ['ferry rev2 (final).fdx', 'ferry rev2 (final)'],
  ['The Ferry.fdx', undefined],
  ['Overdraft 5.fdx', undefined],
  ['v.fdx', undefined],
])('product §16 suggests for the file %s the name %s', (file, name) => {
  expect(nameOf(file, 'THE FERRY', '', 'by', 'Ada Lane', '', 'Draft', 'Script')).toBe(name)
})

test('product §16 a suggested name is short, has no direction controls, and is found in linear time', () => {
  const time = processorMs(() => {
    expect(nameOf(`${'v1 '.repeat(20_000)}.fdx`)?.length).toBeLessThanOrEqual(80)
    expect(nameOf(`${'- '.repeat(30_000)}x.fdx`)).toBeUndefined()
    expect(nameOf('a.fdx', `Draft ${'- '.repeat(50_000)}`, `${'('.repeat(50_000)}mm/dd/yy`)).toBeUndefined()
    expect(nameOf('a.fdx', 'Draft \u202e7')).toBe('Draft 7')
  })
  expect(time).toBeLessThan(1_000)
})
