import parts from '@andscene/web-kit/parts.module.css'
import { Button, Grid, Tabs } from 'antd'
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { characterSlot } from './casting-draft.ts'
import styles from './casting-form.module.css'
import { CharacterRow } from './character-row.tsx'
import { emptyText, moreText, pageOf, togetherText, type ActChoice } from './characters.ts'
import { useRovingFocus } from './use-roving-focus.ts'
import type { CastingFormState } from './use-casting-form.ts'
import { tip } from '@andscene/web-kit/tooltip'

const ARROWS = 'casting-arrows'

/** Characters and their voices: 20 at first, 15 more per click (product §9). */
export function CharacterList({ form }: { form: CastingFormState }) {
  const { listed, hidden, voiceOf, reasonOf, offer, byId, give, language, soundOf, offScreen, setSound } =
    form
  const [clicks, setClicks] = useState(0)
  const root = useRef<HTMLElement>(null)
  const page = pageOf(listed.length, clicks)
  const hasVoice = (name: string) => byId.has(voiceOf(characterSlot(name)) ?? '')
  const { remember, refocus, focusField } = useLastField(root)
  useLayoutEffect(refocus, [refocus, listed])
  const roving = useRovingFocus(root)

  const showMore = () => {
    flushSync(() => setClicks(clicks + 1))
    // The button disappears together with its focus.
    if (page.next === page.remaining) focusField(page.shown)
  }

  return (
    // Only handles arrow keys of the controls inside; it is not interactive itself.
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
        Use the arrow keys to move between characters, and Enter to choose a voice.
      </p>
      {listed.length === 0 ? (
        <div className={styles.empty}>
          <p tabIndex={-1} data-empty>
            {emptyText(hidden)}
          </p>
          {hidden > 0 && <p className={parts.hint}>Check "Show assigned characters" to see them.</p>}
        </div>
      ) : (
        <ul className={styles.columns} data-columns>
          {listed.slice(0, page.shown).map((part) => (
            <li key={part.name}>
              <CharacterRow
                part={part}
                voiceId={voiceOf(characterSlot(part.name))}
                reason={hasVoice(part.name) ? reasonOf(part.name) : togetherText(part.ensemble)}
                offer={offer}
                byId={byId}
                language={language}
                onGive={give}
                sound={soundOf(part.name)}
                offScreen={offScreen.get(part.name)}
                onSound={setSound}
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

/** When the focused field disappears with its character, focuses the next field. */
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

type TabsProps = {
  form: CastingFormState
  children: ReactNode
  /** Content of the last tab; undefined while another one is open. */
  pronunciations: ReactNode | undefined
  onPronunciations: (isOpen: boolean) => void
}
const PRONUNCIATIONS = 'pronunciations'

/**
 * ALL CHARACTERS, one tab per act and the pronunciations, abbreviated on a small screen (product §2). No act tab for a
 * single act.
 */
export function ActTabs({ form, children, pronunciations, onPronunciations }: TabsProps) {
  const { acts, act, setAct } = form
  const isPronouncing = pronunciations !== undefined
  const isWide = Grid.useBreakpoint().sm ?? true
  const tab = (choice: ActChoice, long: string, short: string) => ({
    key: String(choice),
    label: isWide ? long : <span {...tip(long)}>{short}</span>,
    children: choice === act && !isPronouncing ? children : null,
  })
  return (
    <Tabs
      className={styles.tabs ?? ''}
      activeKey={isPronouncing ? PRONUNCIATIONS : String(act)}
      onChange={(key) => {
        onPronunciations(key === PRONUNCIATIONS)
        if (key !== PRONUNCIATIONS) setAct(key === 'all' ? 'all' : Number(key))
      }}
      destroyOnHidden
      items={[
        tab('all', 'ALL CHARACTERS', 'All'),
        ...(acts.length > 1 ? acts : []).map((number) => tab(number, `ACT ${number}`, String(number))),
        {
          key: PRONUNCIATIONS,
          label: isWide ? 'PRONUNCIATIONS' : <span {...tip('PRONUNCIATIONS')}>Words</span>,
          children: pronunciations ?? null,
        },
      ]}
    />
  )
}
