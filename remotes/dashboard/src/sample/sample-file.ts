import sample from './last-bus.json' with { type: 'json' }

const TYPES: Record<string, string> = {
  H: 'Scene Heading',
  A: 'Action',
  C: 'Character',
  D: 'Dialogue',
  P: 'Parenthetical',
  T: 'Transition',
}

/** The sample script, an original scene, as a Final Draft file. */
export function sampleFile(): File {
  const file = new DOMParser().parseFromString(
    '<FinalDraft DocumentType="Script" Template="No" Version="5"><Content/></FinalDraft>',
    'application/xml',
  )
  const content = file.documentElement.firstElementChild!
  for (const [type = '', words = ''] of sample.paragraphs) {
    const paragraph = content.appendChild(file.createElement('Paragraph'))
    paragraph.setAttribute('Type', TYPES[type]!)
    paragraph.appendChild(file.createElement('Text')).textContent = words
  }
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(file)}`
  return new File([text], `${sample.title}.fdx`, { type: 'application/xml' })
}
