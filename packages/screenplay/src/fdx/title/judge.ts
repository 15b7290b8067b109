import { PATTERNS } from '../line-patterns.ts'
import { beforeCredit, creditOf, type Credit } from './credit.ts'
import { episodeOf } from './episode.ts'
import { isKind } from './draft-line.ts'
import { noticeOf } from './notice.ts'
import { inBrackets, isPlaceholder, quotedWords } from './quotes.ts'
import type { TitleLine } from './title-lines.ts'

export type Judged = TitleLine & {
  /** `label` may be a title where nothing else is; `notice` never is. */
  kind: 'words' | 'credit' | 'placeholder' | 'notice' | 'label'
  what: string
  credit?: Credit | undefined
  /** It shows that a title stands below. */
  presents?: boolean | undefined
}

const LONGEST = 100

const kindOf = (text: string): Pick<Judged, 'kind' | 'what' | 'credit' | 'presents'> => {
  // "A film by A. Writer" may be above the title.
  if (PATTERNS.billing.test(text))
    return { kind: 'label', what: 'who made it', presents: true, credit: 'other' }
  if (/^(?:working|provisional|temporary) title$/i.test(text)) return { kind: 'label', what: 'no title' }
  const credit = creditOf(text)
  if (credit) return { kind: 'credit', what: 'a credit', credit }
  const notice = noticeOf(text)
  if (notice) return { kind: 'notice', what: notice }
  if (text.length > LONGEST) return { kind: 'notice', what: 'too long' }
  const episode = episodeOf(text)
  if (episode?.name === '') return { kind: 'label', what: 'an episode without a name' }
  if (PATTERNS.presents.test(text)) return { kind: 'label', what: 'who presents it', presents: true }
  if (isKind(text)) return { kind: 'label', what: 'a kind of script' }
  return { kind: 'words', what: 'words' }
}

/** What each line is. A line with title and credit becomes two. */
export const judged = (lines: readonly TitleLine[]): Judged[] =>
  lines.flatMap((line): Judged[] => {
    const title = beforeCredit(line.text)
    if (title)
      return [
        { ...line, text: title, ...kindOf(title) },
        {
          ...line,
          text: line.text.slice(title.length).replace(/^[\s,:–—-]+/, ''),
          gap: 0,
          key: undefined,
          kind: 'credit',
          what: 'a credit',
          credit: 'writing',
        },
      ]
    const bare = inBrackets(line.text)
    if (bare !== undefined && quotedWords(line.text) === undefined) {
      const inner = kindOf(bare)
      return [
        { ...line, ...(inner.kind === 'words' ? { kind: 'placeholder', what: 'a placeholder' } : inner) },
      ]
    }
    if (isPlaceholder(quotedWords(line.text) ?? line.text))
      return [{ ...line, kind: 'placeholder', what: 'a placeholder' }]
    return [{ ...line, ...kindOf(line.text) }]
  })
