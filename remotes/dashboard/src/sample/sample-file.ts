import { PARAGRAPHS, TITLE } from './last-bus.ts'

const TYPES = {
  H: 'Scene Heading',
  A: 'Action',
  C: 'Character',
  D: 'Dialogue',
  P: 'Parenthetical',
  T: 'Transition',
} as const

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The sample script as a Final Draft file, to be uploaded like any other. */
export function sampleFile(): File {
  const paragraphs = PARAGRAPHS.map(
    ([type, text]) => `<Paragraph Type="${TYPES[type]}"><Text>${escaped(text)}</Text></Paragraph>`,
  )
  const document = `<?xml version="1.0" encoding="UTF-8"?>
<FinalDraft DocumentType="Script" Template="No" Version="5"><Content>
${paragraphs.join('\n')}
</Content></FinalDraft>
`
  return new File([document], `${TITLE}.fdx`, { type: 'application/xml' })
}
