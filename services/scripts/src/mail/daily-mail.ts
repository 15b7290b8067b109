import { UNSUBSCRIBE_PATH } from '@andscene/contracts/profile'
import { unsubscribe } from '@andscene/contracts/routes/profile'
import { quotedWords } from '@andscene/contracts/text/quoted-words'
import { escape } from 'html-escaper'

/** The number of new notes of one script, and the first NOTES_SHOWN of them as the recipient sees their authors. */
export type ScriptNews = { id: string; title: string; count: number; notes: readonly NoteNews[] }
/** `isMention`: the note mentions the recipient. */
type NoteNews = { author: string; text: string; isMention: boolean }

type DailyMailContent = {
  /** The recipient's address. */
  to: string
  scripts: readonly ScriptNews[]
  /** The key of its links that stop the mail. */
  key: string
}

/**
 * `unknown`: the server may have received it, because the connection was lost before it responded. Throws AWAY when it
 * was certainly not sent, so that the caller retries.
 */
type DailyMailOutcome = 'sent' | 'refused' | 'unknown'
export type SendDailyMail = (mail: DailyMailContent) => Promise<DailyMailOutcome>

const SCRIPTS_SHOWN = 10
export const NOTES_SHOWN = 5
const TEXT_SHOWN = 160

/** Paths of the application: the script, the settings, and the page and the route that stop the mail. */
export const scriptPath = (id: string): string => `/scripts/${id}`
const SETTINGS_PATH = '/settings#notes'
const stopPath = (key: string) => `${UNSUBSCRIBE_PATH}#${key}`
export const oneClickPath = (key: string): string => `${unsubscribe.path}?key=${key}`

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** Contains only a number, so that no user's text appears in the list of a mailbox. */
const dailySubject = ({ scripts }: Pick<DailyMailContent, 'scripts'>): string =>
  `${counted(countOf(scripts), 'new note')} on And Scene`
const countOf = (scripts: readonly ScriptNews[]) => scripts.reduce((sum, { count }) => sum + count, 0)

type Part = { text: string; link?: string; items?: readonly string[] }

/** The mail as text and as simple HTML. `linkTo` returns the URL of a path of the application. */
export function dailyMail(content: DailyMailContent, linkTo: (path: string) => string) {
  const { scripts, key } = content
  const shown = scripts.slice(0, SCRIPTS_SHOWN)
  const more = scripts.slice(SCRIPTS_SHOWN)
  const parts: Part[] = [
    ...shown.flatMap(({ id, title, count, notes }): Part[] => [
      {
        text: `“${quotedWords(title) || 'Untitled'}”: ${counted(count, 'new note')}`,
        items: itemsOf(notes, count),
      },
      { text: 'Open the script', link: linkTo(scriptPath(id)) },
    ]),
    ...(more.length > 0
      ? [{ text: `${counted(countOf(more), 'new note')} on ${counted(more.length, 'more script')}.` }]
      : []),
    { text: 'You get this email at most once a day, and only if others wrote notes.' },
    { text: 'Stop this email', link: linkTo(stopPath(key)) },
    { text: 'Change it in your settings', link: linkTo(SETTINGS_PATH) },
  ]
  return { subject: dailySubject(content), text: textOf(parts), html: htmlOf(parts) }
}

/** Names and texts are as typed by others, so they contain no links. */
const itemsOf = (notes: readonly NoteNews[], count: number): string[] => [
  ...notes.map(({ author, text, isMention }) => {
    const who = `${quotedWords(author) || 'Someone'}${isMention ? ' mentioned you' : ''}`
    return `${who}: ${quotedWords(text, TEXT_SHOWN) || '…'}`
  }),
  ...(count > notes.length ? [`and ${count - notes.length} more`] : []),
]

const textOf = (parts: readonly Part[]): string =>
  `${parts
    .map(({ text, link, items = [] }) =>
      [link ? `${text}: ${link}` : text, ...items.map((item) => `- ${item}`)].join('\n'),
    )
    .join('\n\n')}\n`

const htmlOf = (parts: readonly Part[]): string =>
  [
    '<!doctype html><html><body style="font-family: sans-serif; line-height: 1.5">',
    ...parts.map(({ text, link, items }) => {
      if (link) return `<p><a href="${escape(link)}">${escape(text)}</a></p>`
      const list = items?.map((item) => `<li>${escape(item)}</li>`).join('') ?? ''
      return items
        ? `<h2 style="font-size: 1em">${escape(text)}</h2><ul>${list}</ul>`
        : `<p>${escape(text)}</p>`
    }),
    '</body></html>',
  ].join('\n')
