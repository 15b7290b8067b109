import { isVoiced } from '@andscene/screenplay/together/ensembles'
import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { CHARACTER_ORDER_KEY, readKey, writeKey } from '@andscene/web-kit/storage-keys'
import { absencesOf, voicesQuery } from '@andscene/web-kit/voices-query'
import { tip } from '@andscene/web-kit/tooltip'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { characterSlot, voiceIn } from '../../casting/casting-draft.ts'
import { partsOf, type Part } from '../../casting/characters.ts'
import { useMay, useOpenScript } from '../open-script.ts'
import { useScriptLanguage } from '../use-script-language.ts'
import { later } from '../../late/late.tsx'
import { assignDialog } from './voice-dialogs.tsx'
import { Segments } from '../segments.tsx'
import styles from './character-panel.module.css'

const RecastOffer = later((loaded) => loaded.RecastOffer)

type Order = 'lines' | 'appearance'
const ORDERS: { value: Order; label: string }[] = [
  { value: 'lines', label: 'Most lines' },
  { value: 'appearance', label: 'Appearance' },
]

/** The characters with their voices or Assign (product §2, large screens), by lines or by appearance. */
export function CharacterPanel({ above }: { above?: ReactNode }) {
  const { script, casting, isVoice, voiceNames, isSettled } = useOpenScript()
  const mayCast = useMay('cast')
  const [order, setOrder] = useState<Order>(() =>
    readKey(CHARACTER_ORDER_KEY) === 'appearance' ? 'appearance' : 'lines',
  )
  const byLines = useMemo(() => partsOf(script), [script])
  const shown = useMemo(() => {
    if (order === 'lines') return byLines
    const appearances = new Map<string, number>()
    for (const { character } of script.content.lines)
      if (character !== undefined && !appearances.has(character)) appearances.set(character, appearances.size)
    // Characters without lines come last.
    const rank = ({ name }: { name: string }) => appearances.get(name) ?? appearances.size
    return [...byLines].sort((a, b) => rank(a) - rank(b))
  }, [order, byLines, script])
  const speaker = useSpeaker()
  const language = useScriptLanguage()
  const list = useFollowed(speaker)

  const absences = useQuery({ ...voicesQuery(), select: absencesOf, enabled: isSettled }).data
  const voiceOf = ({ name, ensemble }: Part) => {
    const voiceId = voiceIn(casting, characterSlot(name))
    if (voiceId !== undefined && isVoice(voiceId))
      return { voice: voiceNames?.get(voiceId) ?? '…', absence: absences?.[voiceId] }
    return isVoiced(ensemble, casting, isVoice) ? { voice: 'Together' } : undefined
  }
  const choose = (next: Order) => {
    setOrder(next)
    writeKey(CHARACTER_ORDER_KEY, next)
  }
  return (
    <aside className={styles.panel} aria-label="Characters">
      {above}
      <header className={styles.head}>
        <h2 className={styles.title}>Characters</h2>
        {mayCast && (
          <button type="button" className={parts.inlineButton} onClick={() => assignDialog.open()}>
            Manage All
          </button>
        )}
        {shown.length > 1 && (
          <div className={styles.order}>
            <Segments label="Order of characters" options={ORDERS} value={order} onChange={choose} />
          </div>
        )}
      </header>
      {mayCast && (
        <div className={styles.news}>
          <RecastOffer />
        </div>
      )}
      <ul ref={list} className={styles.list}>
        {shown.map((part) => (
          <Entry
            key={part.name}
            name={part.name}
            lines={part.lines}
            {...voiceOf(part)}
            language={language}
            isSpeaking={part.name === speaker}
            mayCast={mayCast}
          />
        ))}
      </ul>
      {shown.length === 0 && (
        <p className={classNames(parts.hint, styles.news)}>No characters in this script.</p>
      )}
    </aside>
  )
}

type EntryProps = {
  name: string
  lines: number
  voice?: string
  absence?: string | undefined
  /** Of the script, and so of its names. */
  language: string | undefined
  isSpeaking: boolean
  mayCast: boolean
}

const Entry = memo(function Entry({
  name,
  lines,
  voice,
  absence,
  language,
  isSpeaking,
  mayCast,
}: EntryProps) {
  return (
    <li
      className={classNames(styles.entry, isSpeaking && styles.speaking)}
      aria-current={isSpeaking || undefined}
    >
      <span className={styles.name} dir="auto" lang={language} {...tip(name, { whenCut: true })}>
        {name}
      </span>
      <span className={styles.lines} {...tip(lines === 1 ? '1 line' : `${lines} lines`)}>
        {lines}
        <span className="as-visually-hidden">{lines === 1 ? ' line' : ' lines'}</span>
      </span>
      {mayCast ? (
        <button
          type="button"
          className={classNames(styles.voice, !voice && styles.assign)}
          aria-label={
            voice
              ? `${voice}${absence ? ` (${absence})` : ''}, voice of ${name}: change`
              : `Assign a voice to ${name}`
          }
          onClick={() => assignDialog.open(name)}
        >
          {voice ?? 'Assign'}
          {absence && <small className={styles.absence}>{absence}</small>}
        </button>
      ) : (
        <span className={styles.voice}>{voice ?? 'No voice yet'}</span>
      )}
    </li>
  )
})

function useSpeaker(): string | undefined {
  const { lines, player } = useOpenScript()
  return useSyncExternalStore(player.subscribe, () => lines[player.getSnapshot().line]?.character)
}

/** Scrolls the list to the speaker without scrolling the page. */
function useFollowed(speaker: string | undefined) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const { current: box } = list
    const entry = speaker === undefined ? null : box?.querySelector<HTMLElement>('[aria-current]')
    // Do not scroll while the pointer or the focus is in the list.
    if (!box || !entry || box.matches(':hover, :focus-within')) return
    const top = entry.offsetTop
    if (top < box.scrollTop || top + entry.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top - (box.clientHeight - entry.offsetHeight) / 2
  }, [speaker])
  return list
}
