import { XMLParser } from 'fast-xml-parser'
import { FdxError } from './fdx-error.ts'
import { FDX_LIMITS } from './markup.ts'

/** An element of the order-preserving parser: its children under its name, its attributes under ":@". */
export type XmlNode = {
  readonly [name: string]: readonly XmlNode[] | undefined
} & { readonly ':@'?: Readonly<Record<string, string>>; readonly '#text'?: string }

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  // White space is significant: a run may be a single space between two words.
  trimValues: false,
  parseTagValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Enables numeric references (&#x27;); scanMarkup rejects document types.
  htmlEntities: true,
  processEntities: {
    enabled: true,
    maxEntityCount: 1,
    maxTotalExpansions: 2_000_000,
    maxExpandedLength: 100_000,
  },
  maxNestedTags: FDX_LIMITS.depth + 1,
  jPath: false,
})

export const parseTree = (xml: string): readonly XmlNode[] => {
  try {
    return parser.parse(xml) as readonly XmlNode[]
  } catch (cause) {
    throw new FdxError('DAMAGED', { cause })
  }
}

export const attribute = (node: XmlNode, name: string): string | undefined => node[':@']?.[name]

export const textOf = (nodes: readonly XmlNode[]): string => {
  let text = ''
  for (const node of nodes) {
    const own = node['#text']
    if (own !== undefined) text += own
    else for (const name in node) if (name !== ':@') text += textOf(node[name] ?? [])
  }
  return text
}
