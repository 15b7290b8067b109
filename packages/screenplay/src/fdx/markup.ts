import { FdxError } from './fdx-error.ts'

/** Limits far above any script; they bound the time and memory of one upload. */
export const FDX_LIMITS = {
  /** Nesting depth; Final Draft's own files use about a dozen levels. */
  depth: 100,
  elements: 400_000,
  /** Paragraphs of a script: about ten times the longest mini-series in one file. */
  paragraphs: 50_000,
  runLength: 100_000,
  /** Runs with a style such as bold, or a revision mark. */
  styledRuns: 100_000,
  tagLength: 10_000,
  /** Revision sets of a file; Final Draft creates about 20. */
  revisionSets: 100,
} as const

export const LESS_THAN = 0x3c
export const GREATER_THAN = 0x3e
export const SLASH = 0x2f
const QUOTE = 0x22
const APOSTROPHE = 0x27

export const behind = (xml: string, end: string, from: number): number => {
  const at = xml.indexOf(end, from)
  if (at === -1) throw new FdxError('TRUNCATED')
  return at + end.length
}

/** Index of the ">" that ends the tag at `from`, ignoring quoted ones. */
export const tagEnd = (xml: string, from: number): number => {
  for (let at = from; at < xml.length; at++) {
    const code = xml.charCodeAt(at)
    if (code === GREATER_THAN) return at
    if (code === QUOTE || code === APOSTROPHE) {
      at = xml.indexOf(code === QUOTE ? '"' : "'", at + 1)
      if (at === -1) break
    } else if (code === LESS_THAN) throw new FdxError('DAMAGED')
  }
  throw new FdxError('TRUNCATED')
}

const isPlainNameCode = (code: number) =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39)
const NAME = /[\p{L}_:][\p{L}\p{N}_:.·-]*/uy

/** The element name at an index. Alphanumeric names, the only ones in Final Draft, are read without a regex. */
export const nameAt = (xml: string, from: number): string => {
  let at = from
  while (isPlainNameCode(xml.charCodeAt(at))) at++
  const code = xml.charCodeAt(at)
  const ends = code <= 0x20 || code === SLASH || code === GREATER_THAN
  if (ends && at > from && xml.charCodeAt(from) > 0x39) return xml.slice(from, at)
  NAME.lastIndex = from
  const name = NAME.exec(xml)?.[0]
  if (name === undefined) throw from >= xml.length ? new FdxError('TRUNCATED') : new FdxError('DAMAGED')
  return name
}

export const isSpace = (xml: string, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (xml.charCodeAt(at) > 0x20) return false
  return true
}
