import { pick, replaced, upTo, type Change, type Random } from './random.ts'

const TYPES = (
  'Character|Dialogue|Parenthetical|Scene Heading|New Act|Action|Shot|outline 2| GENERAL |' +
  'End of Act|Chapter|Scene|Lyrics|Fade in|Shot Location|Act &amp; Scene Break'
).split('|')
const WORDS = (
  'ACT TWO|(V.O.)|ADA (CONT’D|  |\t|\n|&#xA;|&#160;|&amp;|--|é|李|مرحبا|🎭|II|TAG|SCENE B|INT. |' +
  'ADA: | ^|FADE TO BLACK.|END OF SHOW|VOICE OVER ('
).split('|')

/** Replaces one occurrence of a pattern with the result of `change`. */
const once = (text: string, random: Random, pattern: RegExp, change: (found: string) => string): string => {
  const found = [...text.matchAll(pattern)]
  const match = found.length > 0 ? pick(random, found) : undefined
  return match ? replaced(text, [match.index, match.index + match[0].length], change(match[0])) : text
}

const PARAGRAPH = /<Paragraph[^>]*[^/]>(?:(?!<Paragraph|<\/Paragraph)[^])*?<\/Paragraph>/g

/** Changes that keep the XML valid, to test the rules of scripts and not only those of XML. */
export const GENTLE: Change[] = [
  (text, random) => once(text, random, PARAGRAPH, (found) => found.repeat(upTo(random, 4))),
  (text, random, other) => {
    const [taken = ''] =
      once(other, random, PARAGRAPH, (found) => `\0${found}\0`).match(/(?<=\0)[^]*(?=\0)/) ?? []
    return once(text, random, /<\/Paragraph>/g, (found) => found + taken)
  },
  (text, random) =>
    once(text, random, /(?<=<Paragraph[^>]*) Type="[^"]*"/g, () =>
      random() < 0.2 ? '' : ` Type="${pick(random, TYPES)}"`,
    ),
  (text, random) =>
    once(
      text,
      random,
      /<Paragraph/g,
      (found) =>
        found + pick(random, [' StartsNewPage="Yes"', ' Number="9A"', ' StartsNewPage="no"', ' Number=" "']),
    ),
  (text, random) =>
    once(text, random, /<Text>[^<]*<\/Text>/g, (found) => {
      const at = '<Text>'.length + upTo(random, found.length - '<Text></Text>'.length + 1)
      return (
        found.slice(0, at) +
        pick(random, [
          ...WORDS,
          '</Text><Text Style="Bold">',
          '</Text><Text RevisionID="2">',
          '</Text><Text/><Text>',
        ]) +
        found.slice(at)
      )
    }),
  (text, random) =>
    once(
      text,
      random,
      /<Text>[^<]*<\/Text>/g,
      () => `<Text>${Array.from({ length: upTo(random, 4) }, () => pick(random, WORDS)).join('')}</Text>`,
    ),
  (text, random) =>
    once(
      text,
      random,
      PARAGRAPH,
      (found) => `<Paragraph><DualDialogue>${found}</DualDialogue><Text></Text></Paragraph>`,
    ),
  (text, random) =>
    once(text, random, /(?<=Range="|PaginateAs=")[^"]*/g, () =>
      pick(random, ['0,9999', '7', '12,3', 'Hen', 'Action', '']),
    ),
]
