import { FdxError } from '../fdx-error.ts'
import { behind, nameAt, SLASH, tagEnd } from '../markup.ts'

export type ElementPlace = {
  /** Index of its start tag. */
  tag: number
  /** Index after its start tag. */
  inner: number
  /** Index after its last note (of a paragraph) or child (of ScriptNotes), else after its start tag. */
  last: number
  selfClosing: boolean
}

export type FilePlaces = {
  /** FinalDraft's Version attribute; 0 if absent. */
  version: number
  /** Every paragraph that is read as lines, in the order of the start tags. */
  paragraphs: ElementPlace[]
  /** The ScriptNotes at the root: the first one with an end tag, else the first one. */
  notes: ElementPlace | undefined
  /** Whether a note at the root has a range. */
  hasRanges: boolean
  /** The last child of the root: the indexes of its start tag and after its end. */
  lastChild: { tag: number; end: number }
}

type Kind = 'root' | 'script' | 'dual' | 'paragraph' | 'paragraph note' | 'notes' | 'note' | 'other'

const KINDS: Partial<Record<Kind, Readonly<Record<string, Kind>>>> = {
  root: { Content: 'script', ScriptNotes: 'notes' },
  script: { Paragraph: 'paragraph', DualDialogue: 'dual' },
  dual: { Paragraph: 'paragraph' },
  paragraph: { DualDialogue: 'dual', ScriptNote: 'paragraph note' },
  notes: { ScriptNote: 'note' },
}
const kindOf = (parent: Kind | undefined, name: string): Kind => {
  if (parent === undefined) return 'root'
  const kinds = KINDS[parent]
  return kinds !== undefined && Object.hasOwn(kinds, name) ? kinds[name]! : 'other'
}

type Open = { kind: Kind; place: ElementPlace }

class PlaceScan {
  readonly #xml: string
  readonly #open: Open[] = []
  readonly #places: FilePlaces = {
    version: 0,
    paragraphs: [],
    notes: undefined,
    hasRanges: false,
    lastChild: { tag: 0, end: 0 },
  }

  constructor(xml: string) {
    this.#xml = xml
  }

  run(): FilePlaces {
    const xml = this.#xml
    let at = 0
    do {
      const tag = xml.indexOf('<', at)
      if (tag === -1) throw new FdxError('NO_PLACE')
      const code = xml.charCodeAt(tag + 1)
      if (code === SLASH) this.#end((at = behind(xml, '>', tag)))
      else if (code === 0x3f /* ? */) at = behind(xml, '?>', tag + 2)
      else if (xml.startsWith('<!--', tag)) at = behind(xml, '-->', tag + 4)
      else if (xml.startsWith('<![CDATA[', tag)) at = behind(xml, ']]>', tag + 9)
      else at = this.#start(tag)
    } while (this.#open.length > 0 || this.#places.lastChild.end === 0)
    return this.#places
  }

  #start(tag: number): number {
    const xml = this.#xml
    const name = nameAt(xml, tag + 1)
    const inner = tagEnd(xml, tag + 1 + name.length) + 1
    const selfClosing = xml.charCodeAt(inner - 2) === SLASH
    const kind = kindOf(this.#open.at(-1)?.kind, name)
    const place = { tag, inner, last: inner, selfClosing }
    const places = this.#places
    if (kind === 'paragraph') places.paragraphs.push(place)
    else if (kind === 'root')
      places.version = Number(/\sVersion\s*=\s*["']\s*(\d{1,9})/.exec(xml.slice(tag, inner))?.[1] ?? 0)
    else if (kind === 'note') places.hasRanges ||= /\sRange\s*=/.test(xml.slice(tag, inner))
    else if (kind === 'notes' && (!places.notes || (places.notes.selfClosing && !selfClosing)))
      places.notes = place
    this.#open.push({ kind, place })
    if (selfClosing) this.#end(inner)
    return inner
  }

  #end(end: number): void {
    const closed = this.#open.pop()
    const parent = this.#open.at(-1)
    if (!closed || !parent) return
    if (parent.kind === 'notes' || closed.kind === 'paragraph note') parent.place.last = end
    else if (parent.kind === 'root') this.#places.lastChild = { tag: closed.place.tag, end }
  }
}

/** Requires a text that has passed `scanMarkup`. Linear time. Throws FdxError. */
export const findPlaces = (xml: string): FilePlaces => new PlaceScan(xml).run()
