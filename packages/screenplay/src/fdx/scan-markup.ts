import { wordSet } from '../word-set.ts'
import { FdxError } from './fdx-error.ts'
import { behind, FDX_LIMITS, isSpace, nameAt, SLASH, tagEnd } from './markup.ts'
import { runAttributes } from './runs/run-attributes.ts'

/** Children of FinalDraft that are read. All others are validated and skipped. */
const WANTED = new Set(['Content', 'ElementSettings', 'TitlePage', 'ScriptNotes', 'Revisions'])
/** Elements of Content that are read; the others, such as pictures and outlines, are validated and skipped. */
const READ = wordSet(
  'Paragraph Text DualDialogue ScriptNote ScriptNotes UnanchoredScriptNotes TitlePage Content',
)
/** Elements of which only the start tag is read. */
const READ_AS_MARK = new Set(['SceneProperties', 'OmittedScene'])

const thousands = (count: number) => count.toLocaleString('en')

class MarkupScan {
  readonly #xml: string
  readonly #open: string[] = []
  readonly #kept: string[] = ['<FinalDraft>']
  #keepFrom = -1
  #section = ''
  /** Depth of the open Text or skipped element; 0 if none is open. */
  #textDepth = 0
  #unreadDepth = 0
  #elements = 0
  #paragraphs = 0
  #styledRuns = 0
  /** Attributes of the last run, and those to keep of them. */
  #attributes = ''
  #keptAttributes = ''

  constructor(xml: string) {
    this.#xml = xml
  }

  run(): string {
    const xml = this.#xml
    let at = xml.charCodeAt(0) === 0xfeff ? 1 : 0
    if (!/^\s*</.test(xml.slice(at, at + 1000))) throw new FdxError('NOT_XML')
    do {
      const tag = xml.indexOf('<', at)
      if (tag === -1) throw this.#elements === 0 ? new FdxError('NOT_XML') : new FdxError('TRUNCATED')
      if (this.#section === 'Content') this.#gap(at, tag)
      const code = xml.charCodeAt(tag + 1)
      if (code === SLASH) at = this.#endTag(tag)
      else if (code === 0x3f /* ? */) at = this.#comment(tag, behind(xml, '?>', tag + 2))
      else if (code === 0x21 /* ! */) at = this.#special(tag)
      else at = this.#startTag(tag)
    } while (this.#open.length > 0 || this.#elements === 0)
    this.#kept.push('</FinalDraft>')
    return this.#kept.join('')
  }

  #comment(from: number, to: number): number {
    if (this.#section !== '' && this.#unreadDepth === 0) this.#leaveOut(from, to)
    return to
  }

  #leaveOut(from: number, to: number): void {
    if (from > this.#keepFrom) this.#kept.push(this.#xml.slice(this.#keepFrom, from))
    this.#keepFrom = to
  }

  /** Text between two tags of Content: white space outside of a run is indentation of the file. */
  #gap(from: number, to: number): void {
    if (this.#unreadDepth > 0) return
    this.#checkRun(to - from)
    if (to > from && this.#textDepth === 0 && isSpace(this.#xml, from, to)) this.#leaveOut(from, to)
  }

  #checkRun(length: number): void {
    if (length > FDX_LIMITS.runLength)
      throw new FdxError('TOO_LONG', {
        what: `a paragraph of more than ${thousands(FDX_LIMITS.runLength)} characters`,
      })
  }

  #special(tag: number): number {
    const xml = this.#xml
    if (xml.startsWith('<!--', tag)) return this.#comment(tag, behind(xml, '-->', tag + 4))
    if (xml.startsWith('<![CDATA[', tag)) {
      const end = behind(xml, ']]>', tag + 9)
      if (this.#section === 'Content' && this.#unreadDepth === 0) this.#checkRun(end - tag)
      return end
    }
    if (!/^<!DOCTYPE/i.test(xml.slice(tag, tag + 9))) throw new FdxError('DAMAGED')
    throw new FdxError('DOCTYPE')
  }

  #endTag(tag: number): number {
    const xml = this.#xml
    const name = this.#open.pop()
    const end = behind(xml, '>', tag + 2)
    if (name === undefined || !xml.startsWith(name, tag + 2)) throw new FdxError('DAMAGED')
    if (!isSpace(xml, tag + 2 + name.length, end - 1)) throw new FdxError('DAMAGED')
    const depth = this.#open.length
    if (depth + 1 === this.#textDepth) this.#textDepth = 0
    if (depth + 1 === this.#unreadDepth) {
      this.#unreadDepth = 0
      this.#keepFrom = end
    }
    if (depth === 1 && this.#section !== '') {
      this.#kept.push(xml.slice(this.#keepFrom, end))
      this.#section = ''
    }
    return end
  }

  #startTag(tag: number): number {
    const xml = this.#xml
    const name = nameAt(xml, tag + 1)
    const end = tagEnd(xml, tag + 1 + name.length)
    const selfClosing = xml.charCodeAt(end - 1) === SLASH
    this.#count(name)
    const depth = this.#open.length + 1
    let isRead = this.#section !== ''
    if (depth === 2 && WANTED.has(name)) {
      isRead = true
      if (selfClosing) this.#kept.push(xml.slice(tag, end + 1))
      else {
        this.#section = name
        this.#keepFrom = tag
      }
    } else if (this.#section === 'Content') isRead = this.#within(name, tag, end, selfClosing ? 0 : depth)
    if (isRead && end - tag > FDX_LIMITS.tagLength)
      throw new FdxError('TOO_LONG', {
        what: `a tag of more than ${thousands(FDX_LIMITS.tagLength)} characters`,
      })
    if (!selfClosing && this.#open.push(name) > FDX_LIMITS.depth) throw new FdxError('TOO_DEEP')
    return end + 1
  }

  /** Handles a start tag within Content; depth is 0 if it is self-closing. Returns whether the tag is read. */
  #within(name: string, tag: number, end: number, depth: number): boolean {
    if (this.#unreadDepth > 0) return false
    if (this.#textDepth > 0) return true
    if (name === 'Text') {
      this.#textDepth = depth
      // Fonts, colors and tags are skipped.
      if (depth > 0 && end > tag + '<Text'.length) {
        this.#leaveOut(tag + '<Text'.length, end)
        this.#keepAttributes(tag + '<Text'.length, end)
      }
      return depth === 0
    }
    if (READ.has(name)) return true
    this.#unreadDepth = depth
    const isMark = READ_AS_MARK.has(name)
    if (!isMark) this.#leaveOut(tag, end + 1)
    else if (depth > 0) {
      this.#leaveOut(end, end + 1)
      this.#kept.push('/>')
    }
    return isMark
  }

  #keepAttributes(from: number, to: number): void {
    // Most runs have the attributes of the run before.
    if (to - from !== this.#attributes.length || !this.#xml.startsWith(this.#attributes, from)) {
      this.#attributes = this.#xml.slice(from, to)
      this.#keptAttributes = runAttributes(this.#attributes)
    }
    if (this.#keptAttributes === '') return
    this.#kept.push(this.#keptAttributes)
    if (++this.#styledRuns > FDX_LIMITS.styledRuns)
      throw new FdxError('TOO_LONG', {
        what: `more than ${thousands(FDX_LIMITS.styledRuns)} pieces of styled or revised text`,
      })
  }

  #count(name: string): void {
    if (this.#elements === 0 && name !== 'FinalDraft') throw new FdxError('NOT_FINAL_DRAFT')
    if (++this.#elements > FDX_LIMITS.elements)
      throw new FdxError('TOO_LONG', { what: `more than ${thousands(FDX_LIMITS.elements)} elements` })
    if (this.#section === 'Content' && name === 'Paragraph' && ++this.#paragraphs > FDX_LIMITS.paragraphs)
      throw new FdxError('TOO_LONG', { what: `more than ${thousands(FDX_LIMITS.paragraphs)} paragraphs` })
  }
}

/**
 * Validates all tags and returns the relevant parts of the script as XML, before a tree is built.
 * Linear time; rejects DOCTYPE, wrong end tags and input over FDX_LIMITS. Throws FdxError.
 */
export const scanMarkup = (xml: string): string => new MarkupScan(xml).run()
