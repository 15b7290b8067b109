import { pick, replaced, upTo, type Change, type Random } from './random.ts'

/** Tokens that may break a parser of Final Draft files. */
const TOKENS = (
  '<|>|"|\'|&|/|</|/>|<!--|-->|<![CDATA[|]]>|<?xml ?>|<!DOCTYPE x>|&#0;|&#xD800;|&#x10FFFF;|' +
  '&amp;|&lol;|<Text/>|<Text>|</Text>|<Paragraph>|</Paragraph>|' +
  '<Paragraph Type="Character"><Text>(</Text></Paragraph>|' +
  '<Paragraph Type="New Act" StartsNewPage="Yes"/>|<DualDialogue>|</DualDialogue>|<OmittedScene>|' +
  '<Content>|</Content>|</FinalDraft>|' +
  '<ScriptNote Range="3,1"><Paragraph><Text>n</Text></Paragraph></ScriptNote>| Type="__proto__"|' +
  ' constructor="x"| Number="9A"| StartsNewPage="Yes"|(V.O.|\0|\r|\ufeff|\u2028|\u202e|🎭|\ud800'
).split('|')

/** A random range of a text; short ones are more likely. */
const stretch = (random: Random, text: string): [number, number] => {
  const from = upTo(random, text.length + 1)
  return [from, Math.min(text.length, from + Math.floor(text.length ** random()))]
}

/** A random element, from "<" to a ">" that may be its end. */
const element = (random: Random, text: string): [number, number] => {
  const from = Math.max(0, text.indexOf('<', upTo(random, text.length + 1)))
  let to = from
  for (let tags = 1 + upTo(random, 6); tags > 0; tags--) to = Math.max(to, text.indexOf('>', to) + 1)
  return [from, to]
}

/** Changes that mostly result in invalid XML. */
export const ROUGH: Change[] = [
  (text, random) => replaced(text, stretch(random, text), ''),
  (text, random) => replaced(text, element(random, text), ''),
  (text, random) => text.slice(0, upTo(random, text.length)),
  (text, random) => {
    const at = upTo(random, text.length + 1)
    return replaced(text, [at, at], pick(random, TOKENS).repeat(random() < 0.1 ? 2_000 : 1))
  },
  (text, random) => {
    const [from, to] = random() < 0.5 ? element(random, text) : stretch(random, text)
    return replaced(text, [to, to], text.slice(from, to).repeat(1 + upTo(random, 20)))
  },
  (text, random, other) => {
    const [from, to] = random() < 0.5 ? element(random, other) : stretch(random, other)
    const at = upTo(random, text.length + 1)
    return replaced(text, [at, at], other.slice(from, to))
  },
  (text, random) => {
    const at = upTo(random, text.length + 1)
    return replaced(text, [at, at + 1], String.fromCharCode(upTo(random, random() < 0.8 ? 128 : 65_536)))
  },
  (text, random) => {
    const word = pick(random, [
      'Dialogue',
      'Character',
      'Action',
      'General',
      'New Act',
      'Text',
      'Paragraph',
      'Yes',
    ])
    return text.replaceAll(
      word,
      pick(random, ['Scene Heading', 'New Act', 'Outline 1', 'Note', 'No', '', 'Text', 'x'.repeat(300)]),
    )
  },
]
