import { FdxError } from './fdx-error.ts'

/** Bounds that no script comes near; they keep the time and memory of one upload small. */
export const FDX_LIMITS = {
  /** Elements within each other; Final Draft's own files use about a dozen. */
  depth: 100,
  elements: 400_000,
  /** Paragraphs of the script, about ten times the longest mini-series in one file. */
  paragraphs: 50_000,
  /** Characters of one run of text. */
  runLength: 100_000,
} as const

/** The children of FinalDraft that say something about the script. All others are checked and left out. */
const WANTED = new Set(['Content', 'ElementSettings', 'TitlePage', 'ScriptNotes'])

const LESS_THAN = 0x3c
const QUOTE = 0x22
const APOSTROPHE = 0x27
const GREATER_THAN = 0x3e
const SLASH = 0x2f

const truncated = () =>
  new FdxError('TRUNCATED', 'This file stops in the middle; save the script again and upload it once more.')
const damaged = () =>
  new FdxError(
    'DAMAGED',
    'This file is damaged and cannot be read; open it in Final Draft, save it again and upload that.',
  )
const tooLong = (what: string) =>
  new FdxError('TOO_LONG', `This file is too long to be a script: it has ${what}.`)

/** Index just behind `end`, looked for from `from`. */
const behind = (xml: string, end: string, from: number) => {
  const at = xml.indexOf(end, from)
  if (at === -1) throw truncated()
  return at + end.length
}

/** Index of the ">" that ends the tag at `from`; one inside quotes does not. */
const tagEnd = (xml: string, from: number) => {
  for (let at = from; at < xml.length; at++) {
    const code = xml.charCodeAt(at)
    if (code === GREATER_THAN) return at
    if (code === QUOTE || code === APOSTROPHE) {
      at = xml.indexOf(code === QUOTE ? '"' : "'", at + 1)
      if (at === -1) break
    } else if (code === LESS_THAN) throw damaged()
  }
  throw truncated()
}

const NAME = /[\p{L}_:][\p{L}\p{N}_:.\-·]*/uy

const nameAt = (xml: string, at: number) => {
  NAME.lastIndex = at
  const name = NAME.exec(xml)?.[0]
  if (name === undefined) throw at >= xml.length ? truncated() : damaged()
  return name
}

/**
 * Reads the tags alone, before anything is built from them: refuses DOCTYPE, wrong or missing end tags and what is
 * over the limits, and answers the part of the document that the script is made of, as XML under one FinalDraft element.
 * Linear in time, and no memory beyond the open tags' names.
 */
export const scanMarkup = (xml: string): string => {
  const open: string[] = []
  const wanted: string[] = []
  let elements = 0
  let paragraphs = 0
  let sectionStart = 0
  let section = ''
  let at = xml.charCodeAt(0) === 0xfeff ? 1 : 0
  if (!/^\s*</.test(xml.slice(at, at + 1000)))
    throw new FdxError('NOT_XML', 'This file is not a Final Draft script: it is not XML.')

  for (;;) {
    const tag = xml.indexOf('<', at)
    if (tag === -1) {
      if (open.length > 0) throw truncated()
      break
    }
    if (section === 'Content' && tag - at > FDX_LIMITS.runLength)
      throw tooLong(`a paragraph of more than ${FDX_LIMITS.runLength.toLocaleString('en')} characters`)
    const next = xml.charCodeAt(tag + 1)
    if (next === 0x21 /* ! */) {
      if (xml.startsWith('<!--', tag)) at = behind(xml, '-->', tag + 4)
      else if (xml.startsWith('<![CDATA[', tag)) {
        at = behind(xml, ']]>', tag + 9)
        if (section === 'Content' && at - tag > FDX_LIMITS.runLength)
          throw tooLong(`a paragraph of more than ${FDX_LIMITS.runLength.toLocaleString('en')} characters`)
      } else if (/^<!DOCTYPE/i.test(xml.slice(tag, tag + 9)))
        throw new FdxError(
          'DOCTYPE',
          'This file brings its own document type definition, which a Final Draft script never does; it is not read.',
        )
      else throw damaged()
      continue
    }
    if (next === 0x3f /* ? */) {
      at = behind(xml, '?>', tag + 2)
      continue
    }
    if (next === SLASH) {
      const name = open.pop()
      const end = behind(xml, '>', tag + 2)
      if (name === undefined || !xml.startsWith(name, tag + 2)) throw damaged()
      if (xml.slice(tag + 2 + name.length, end - 1).trim() !== '') throw damaged()
      at = end
      if (open.length === 1 && WANTED.has(name)) {
        wanted.push(xml.slice(sectionStart, end))
        section = ''
      }
      if (open.length === 0) break
      continue
    }
    const name = nameAt(xml, tag + 1)
    const end = tagEnd(xml, tag + 1 + name.length)
    at = end + 1
    if (++elements > FDX_LIMITS.elements)
      throw tooLong(`more than ${FDX_LIMITS.elements.toLocaleString('en')} elements`)
    if (open.length === 0 && name !== 'FinalDraft')
      throw new FdxError('NOT_FINAL_DRAFT', 'This file is XML, but not a Final Draft script.')
    if (section === 'Content' && name === 'Paragraph' && ++paragraphs > FDX_LIMITS.paragraphs)
      throw tooLong(`more than ${FDX_LIMITS.paragraphs.toLocaleString('en')} paragraphs`)
    const selfClosing = xml.charCodeAt(end - 1) === SLASH
    if (open.length === 1 && WANTED.has(name)) {
      if (selfClosing) wanted.push(xml.slice(tag, at))
      else {
        section = name
        sectionStart = tag
      }
    }
    if (selfClosing) {
      if (open.length === 0) break
    } else if (open.push(name) > FDX_LIMITS.depth)
      throw new FdxError(
        'TOO_DEEP',
        'This file nests its elements deeper than any Final Draft script does; it is not read.',
      )
  }
  if (elements === 0) throw new FdxError('NOT_XML', 'This file is not a Final Draft script: it is not XML.')
  return `<FinalDraft>${wanted.join('')}</FinalDraft>`
}
