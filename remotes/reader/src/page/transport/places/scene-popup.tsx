import { heardText } from '@andscene/screenplay/heard-text'
import { sceneOfLine } from '@andscene/screenplay/navigation'
import {
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from 'react'
import { classNames } from '@andscene/web-kit/class-names'
import parts from '@andscene/web-kit/parts.module.css'
import { BesideButton } from '../menus/popover.tsx'
import type { PopupProps } from '../../../late/late-parts.tsx'
import { useDrafts } from '../../../drafts/drafts-context.ts'
import { revisionColour } from '../../../drafts/revision-colour.ts'
import { usePlayerState } from '../../../player/playbacks.ts'
import { findLines } from '../../find/find-text.ts'
import { useOpenScript } from '../../open-script.ts'
import { useScriptLanguage } from '../../use-script-language.ts'
import styles from './scene-popup.module.css'
import { clockText, sceneNumber } from './whereabouts.ts'
import { seekLine } from '../times/moves.ts'
import { useScriptTimes } from '../times/use-script-times.tsx'

/** Heights in pixels, as in the stylesheet; only visible rows are rendered. */
const ROW = 44
const WINDOW = 396
const ROWS_ABOVE = 4
/** In characters; a longer number takes room from its heading. */
const LONGEST_NUMBER = 6
const PAGE = Math.floor(WINDOW / ROW)

export const ScenePopup = (popup: PopupProps) => (
  <BesideButton
    {...popup}
    label="Scenes"
    className={styles.dialog}
    content={<SceneList onClose={popup.onClose} />}
  />
)

/** How many places of a scene changed since the draft that is compared with. */
const ChangeCount = ({ count }: { count: number }) => (
  <span className={styles.changes}>
    <span aria-hidden="true">* {count}</span>
    <span className="as-visually-hidden">{count === 1 ? '1 change' : `${count} changes`}, </span>
  </span>
)

/** The scene headings with a filter; the focus stays in the field, as in a combobox. */
function SceneList({ onClose }: { onClose: () => void }) {
  const { lines, map, player } = useOpenScript()
  const { line, rate } = usePlayerState(player)
  const times = useScriptTimes()
  const language = useScriptLanguage()
  const { comparison, since } = useDrafts()
  const counts = comparison?.countsByScene
  const scenes = useMemo(
    () =>
      map.scenes.map((start, scene) => {
        const number = sceneNumber(map, lines, scene)
        const heading = heardText(lines[start]!)
        return {
          scene,
          start,
          number,
          heading,
          text: number === undefined ? heading : `${number} ${heading}`,
        }
      }),
    [map, lines],
  )
  // Each number column is as wide as the longest number, so that headings are aligned.
  const widest = useMemo(
    () => Math.min(LONGEST_NUMBER, Math.max(...scenes.map(({ number }) => number?.length ?? 0))),
    [scenes],
  )
  const current = sceneOfLine(map, Math.max(line, 0))
  const [words, setWords] = useState('')
  const [active, setActive] = useState(() => Math.max(current, 0))
  const [scrolled, setScrolled] = useState(0)
  const listed = useMemo(
    () => (words.trim() === '' ? scenes : findLines(scenes, words).map((scene) => scenes[scene]!)),
    [scenes, words],
  )
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)

  // The popover is not positioned yet: the page must not scroll to it.
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])
  const centre = useRef(true)
  useLayoutEffect(() => {
    const { current: box } = list
    if (!box) return
    const height = box.clientHeight || WINDOW
    const top = Math.min(active, listed.length - 1) * ROW
    if (centre.current) box.scrollTop = top - (height - ROW) / 2
    else if (top < box.scrollTop) box.scrollTop = top
    else if (top + ROW > box.scrollTop + height) box.scrollTop = top + ROW - height
    centre.current = false
    setScrolled(box.scrollTop)
  }, [active, listed])

  const go = (nth: number) => {
    const scene = listed[nth]
    if (!scene) return
    onClose()
    seekLine(player, scene.start)
  }
  const move = (by: number) => setActive(Math.min(Math.max(active + by, 0), listed.length - 1))
  const onKeyDown = (event: KeyboardEvent) => {
    // These keys belong to the input method.
    if (event.nativeEvent.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[event.key]
    if (by !== undefined) move(by)
    else if (event.key === 'Enter') go(active)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const type = (next: string) => {
    setWords(next)
    centre.current = true
    setActive(next.trim() === '' ? Math.max(current, 0) : 0)
  }

  const first = Math.max(Math.floor(scrolled / ROW) - ROWS_ABOVE, 0)
  const drawn = listed.slice(first, first + PAGE + 2 * ROWS_ABOVE)
  const optionId = (scene: number) => `${id}-${scene}`
  const activeScene = listed[active]
  return (
    <>
      <input
        ref={field}
        className={styles.field}
        type="text"
        role="combobox"
        aria-label="Find a scene"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={activeScene && optionId(activeScene.scene)}
        autoComplete="off"
        placeholder="Find a scene"
        dir="auto"
        value={words}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be filtered
        role="listbox"
        tabIndex={-1}
        aria-label="Scenes"
        className={styles.list}
        onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
      >
        <div
          role="presentation"
          className={styles.rows}
          data-revision={since && revisionColour(since)}
          style={{ '--rows': listed.length, '--widest': `${widest}ch` } as CSSProperties}
        >
          {drawn.map(({ scene, start, number, heading }, offset) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has both
            <div
              key={scene}
              id={optionId(scene)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a row of several cells
              role="option"
              aria-selected={first + offset === active}
              aria-current={scene === current || undefined}
              aria-setsize={listed.length}
              aria-posinset={first + offset + 1}
              className={classNames(styles.row, first + offset === active && styles.active)}
              style={{ '--row': first + offset } as CSSProperties}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => go(first + offset)}
            >
              <span className={styles.number}>{number}</span>{' '}
              <span className={styles.heading} dir="auto" lang={language}>
                {heading}
              </span>{' '}
              {counts?.has(scene) && <ChangeCount count={counts.get(scene)!} />}
              <span className={parts.fact}>{clockText(times.startMs(start, rate))}</span>
            </div>
          ))}
        </div>
      </div>
      <output className={listed.length === 0 ? parts.hint : 'as-visually-hidden'}>
        {listed.length === 0 ? 'No scene found' : words.trim() !== '' && `${listed.length} found`}
      </output>
    </>
  )
}
