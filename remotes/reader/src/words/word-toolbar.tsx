import type { Line } from '@andscene/contracts/script'
import { heardRanges } from '@andscene/screenplay/heard-text'
import { Fragment, useMemo, useState, type KeyboardEvent } from 'react'
import { useScriptLanguage } from '../page/use-script-language.ts'
import styles from './word-toolbar.module.css'

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.,-][\p{L}\p{M}\p{N}]+)*/gu

const WORD_JOINER = '\u2060'

export type WordPart = { text: string; at: number; isWord: boolean }

/** The heard text in words and what is between them. */
export function wordsOf(line: Pick<Line, 'text' | 'styles'>): WordPart[] {
  const parts: WordPart[] = []
  for (const { from, to } of heardRanges(line)) {
    const heard = line.text.slice(from, to)
    let last = 0
    for (const { 0: word, index } of heard.matchAll(WORD)) {
      if (index > last) parts.push({ text: heard.slice(last, index), at: from + last, isWord: false })
      parts.push({ text: word, at: from + index, isWord: true })
      last = index + word.length
    }
    if (last < heard.length) parts.push({ text: heard.slice(last), at: from + last, isWord: false })
  }
  return parts
}

type Props = {
  line: Line
  label: string
  isOn: (part: WordPart) => boolean
  onPress: (part: WordPart) => void
  /** Moves the focus to the first word. */
  hasFocus?: boolean
}

/** The words of a line as buttons. One tab stop; arrow keys move between words. */
export function WordToolbar({ line, label, isOn, onPress, hasFocus = false }: Props) {
  const parts = useMemo(() => wordsOf(line), [line])
  const language = useScriptLanguage()
  const first = parts.find(({ isWord }) => isWord)?.at
  const [stop, setStop] = useState(first)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const words = [...event.currentTarget.querySelectorAll('button')]
    const place = words.indexOf(document.activeElement as HTMLButtonElement)
    const isLeft = event.key === 'ArrowLeft'
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next =
      isLeft || event.key === 'ArrowRight'
        ? words[place + (isLeft === isRtl ? 1 : -1)]
        : event.key === 'Home'
          ? words[0]
          : event.key === 'End'
            ? words.at(-1)
            : undefined
    if (!next) return
    event.preventDefault()
    setStop(Number(next.dataset['at']))
    next.focus()
  }
  return (
    <div
      className={styles.words}
      dir="auto"
      lang={line.language ?? language}
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={move}
    >
      {parts.map((part) => {
        const { at, text, isWord } = part
        // A sign stays in the row of its word.
        if (!isWord) return <Fragment key={at}>{text.replace(/^(?=\S)/, WORD_JOINER)}</Fragment>
        return (
          <button
            key={at}
            type="button"
            data-at={at}
            tabIndex={at === stop ? 0 : -1}
            aria-pressed={isOn(part)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- in a dialog that the user has opened
            autoFocus={hasFocus && at === first}
            onFocus={() => setStop(at)}
            onClick={() => onPress(part)}
          >
            {text}
          </button>
        )
      })}
    </div>
  )
}
