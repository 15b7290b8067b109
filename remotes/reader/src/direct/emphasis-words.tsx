import type { Line } from '@andscene/contracts/script'
import { EMPHASIS_LIMIT } from '@andscene/contracts/voices/deliveries'
import type { Emphasis } from '@andscene/contracts/voices/delivery'
import { heardRanges } from '@andscene/screenplay/heard-text'
import { Fragment, useMemo, useState, type KeyboardEvent } from 'react'
import { useScriptLanguage } from '../page/use-script-language.ts'
import styles from './direct.module.css'

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.,-][\p{L}\p{M}\p{N}]+)*/gu

const WORD_JOINER = '\u2060'

type Part = { text: string; at: number; isWord: boolean }

/** The heard text in words and what is between them. */
export function wordsOf(line: Pick<Line, 'text' | 'styles'>): Part[] {
  const parts: Part[] = []
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

type Props = { line: Line; emphasis: readonly Emphasis[]; onChange: (emphasis: Emphasis[]) => void }

/** The words of the line: a click emphasizes one. One tab stop; arrow keys move between words. */
export function EmphasisWords({ line, emphasis, onChange }: Props) {
  const parts = useMemo(() => wordsOf(line), [line])
  const language = useScriptLanguage()
  const first = parts.find(({ isWord }) => isWord)?.at
  const [stop, setStop] = useState(first)
  const isFull = emphasis.length >= EMPHASIS_LIMIT
  const toggle = ({ text, at }: Part, isOn: boolean) =>
    onChange(
      isOn
        ? emphasis.filter(([from]) => from !== at)
        : isFull
          ? [...emphasis]
          : [...emphasis, [at, text.length]],
    )
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
    <div className={styles.line}>
      <div
        className={styles.words}
        dir="auto"
        lang={line.language ?? language}
        role="toolbar"
        tabIndex={-1}
        aria-label="Words to emphasize"
        onKeyDown={move}
      >
        {parts.map((part) => {
          const { at, text, isWord } = part
          // A sign stays in the row of its word.
          if (!isWord) return <Fragment key={at}>{text.replace(/^(?=\S)/, WORD_JOINER)}</Fragment>
          const isOn = emphasis.some(([from]) => from === at)
          return (
            <button
              key={at}
              type="button"
              data-at={at}
              tabIndex={at === stop ? 0 : -1}
              aria-pressed={isOn}
              onFocus={() => setStop(at)}
              onClick={() => toggle(part, isOn)}
            >
              {text}
            </button>
          )
        })}
      </div>
      <p className={styles.hint}>
        {isFull ? `At most ${EMPHASIS_LIMIT} words can be emphasized.` : 'Select words to emphasize them.'}
      </p>
    </div>
  )
}
