import { spokenText } from '@andscene/screenplay/spoken-text'
import type { Voice } from '@andscene/contracts/voice'
import { Button, Grid, Tabs } from 'antd'
import { memo, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { characterSlot, type Slot } from './casting-draft.ts'
import styles from './casting-form.module.css'
import { emptyText, moreText, pageOf, type Part, type ActChoice } from './characters.ts'
import { useRovingFocus } from './use-roving-focus.ts'
import type { VoiceOffer } from './voices/use-voice-list.ts'
import { VoicePicker } from './voices/voice-picker.tsx'
import { tip } from '@andscene/web-kit/tooltip'

type Props = {
  listed: readonly Part[]
  hidden: number
  voiceOf: (slot: Slot) => string | undefined
  reasonOf: (name: string) => string | undefined
  offer: VoiceOffer
  byId: ReadonlyMap<string, Voice>
  onGive: (slot: Slot, voiceId: string | undefined) => void
}

const ARROWS = 'casting-arrows'

/** Characters and their voices: 20 at first, 15 more per click (product §9). */
export function CharacterList({ listed, hidden, voiceOf, reasonOf, ...rest }: Props) {
  const [clicks, setClicks] = useState(0)
  const root = useRef<HTMLElement>(null)
  const page = pageOf(listed.length, clicks)
  const { remember, refocus, focusField } = useLastField(root)
  useLayoutEffect(refocus, [refocus, listed])
  const roving = useRovingFocus(root)

  const showMore = () => {
    flushSync(() => setClicks(clicks + 1))
    // The button has gone, and the focus with it.
    if (page.next === page.remaining) focusField(page.shown)
  }

  return (
    // It hears the arrows of the controls in it, and is nothing to press itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={root}
      aria-label="Characters"
      aria-describedby={ARROWS}
      onKeyDown={roving.onKeyDown}
      onFocus={(event) => {
        roving.onFocus(event)
        remember()
      }}
    >
      <p id={ARROWS} hidden>
        Arrow keys lead from character to character, Enter opens the voices.
      </p>
      {listed.length === 0 ? (
        <div className={styles.empty}>
          <p className={styles.emptyText} tabIndex={-1} data-empty>
            {emptyText(hidden)}
          </p>
          {hidden > 0 && <p className={styles.emptyHint}>Check "Show assigned characters" to see them.</p>}
        </div>
      ) : (
        <ul className={styles.columns} data-columns>
          {listed.slice(0, page.shown).map((part) => (
            <li key={part.name} className={styles.cell}>
              <Row
                part={part}
                voiceId={voiceOf(characterSlot(part.name))}
                reason={reasonOf(part.name)}
                {...rest}
              />
            </li>
          ))}
        </ul>
      )}
      {page.remaining > 0 && (
        <div className={styles.more}>
          <Button onClick={showMore}>{moreText(page)}</Button>
        </div>
      )}
    </section>
  )
}

type RowProps = Pick<Props, 'offer' | 'byId' | 'onGive'> & {
  part: Part
  voiceId: string | undefined
  reason: string | undefined
}

const Row = memo(function Row({ part, ...rest }: RowProps) {
  const slot = useMemo(() => characterSlot(part.name), [part.name])
  const sample = useMemo(
    () =>
      part.sample === undefined
        ? undefined
        : spokenText({ type: 'Dialogue', text: part.sample, character: part.name }),
    [part],
  )
  return (
    <VoicePicker
      slot={slot}
      label={part.name}
      previewText={sample}
      hint={part.lines === 1 ? '1 line' : `${part.lines} lines`}
      {...rest}
    />
  )
})

/** When the field that has the focus leaves the list with its character, the next one takes over. */
function useLastField(root: React.RefObject<HTMLElement | null>) {
  const last = useRef(-1)
  return useMemo(() => {
    const fields = () => [...(root.current?.querySelectorAll<HTMLElement>('input, [data-empty]') ?? [])]
    return {
      remember: () => {
        last.current = fields().indexOf(document.activeElement as HTMLElement)
      },
      refocus: () => {
        if (last.current < 0 || document.activeElement !== document.body) return
        const all = fields()
        all[Math.min(last.current, all.length - 1)]?.focus()
      },
      focusField: (index: number) => fields()[index]?.focus(),
    }
  }, [root])
}

type TabProps = {
  acts: readonly number[]
  act: ActChoice
  onAct: (act: ActChoice) => void
  children: ReactNode
}

/** ALL CHARACTERS and one tab per act, in short on a small screen (product §2); of a single act none. */
export function ActTabs({ acts, act, onAct, children }: TabProps) {
  const isWide = Grid.useBreakpoint().sm ?? true
  const tab = (choice: ActChoice, long: string, short: string) => ({
    key: String(choice),
    label: isWide ? long : <span {...tip(long)}>{short}</span>,
    children: choice === act ? children : null,
  })
  return (
    <Tabs
      className={styles.tabs ?? ''}
      activeKey={String(act)}
      onChange={(key) => onAct(key === 'all' ? 'all' : Number(key))}
      destroyOnHidden
      items={[
        tab('all', 'ALL CHARACTERS', 'All'),
        // One act is all of them.
        ...(acts.length > 1 ? acts : []).map((number) => tab(number, `ACT ${number}`, String(number))),
      ]}
    />
  )
}
