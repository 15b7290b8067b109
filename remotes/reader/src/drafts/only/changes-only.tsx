import { sceneNumber } from '../../page/transport/places/whereabouts.ts'
import { pageOfLine } from '@andscene/screenplay/paging'
import { Fragment, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import type { PageItem } from '../../page/sheet/page-lines.ts'
import { bringIntoSight, lineElement } from '../../page/narration/in-sight.ts'
import { useChangeView } from '../change-view.ts'
import type { Comparison } from '../compare-drafts.ts'
import { lineOfPlace } from '../line-of-place.ts'
import { useDrafts } from '../drafts-context.ts'
import { OpenedCut } from '../marks/cut-lines.tsx'
import { segmentsOfChanges, type Segment } from './change-segments.ts'
import styles from './changes-only.module.css'

/** Places that are drawn at first, and that are added when the user scrolls to an end. */
const STEP = 25

type Props = { draw: (item: PageItem) => ReactNode }

/** Only the changed places, each with the line before it, and the headings of their scenes. */
export function ChangesOnly({ draw }: Props) {
  const { comparison, since } = useDrafts()
  if (!comparison) return null
  if (comparison.places.length === 0) return <p className={styles.empty}>No changes since {since?.name}</p>
  return <Places comparison={comparison} draw={draw} />
}

function Places({ comparison, draw }: Props & { comparison: Comparison }) {
  const { lines, map, player } = useOpenScript()
  const segments = useMemo(() => segmentsOfChanges(comparison, lines, map), [comparison, lines, map])
  const selected = useChangeView((view) => view.selected)
  const [{ first, end }, setDrawn] = useState(() => {
    const { line } = player.getSnapshot()
    const near = comparison.places.findLastIndex((place) => lineOfPlace(place) <= line)
    return around(selected ?? Math.max(near, 0), segments.length)
  })
  const isOutside = selected !== undefined && (selected < first || selected >= end)
  if (isOutside) setDrawn(around(selected, segments.length))
  useLayoutEffect(() => {
    const place = selected === undefined ? undefined : comparison.places[selected]
    if (place) bringIntoSight(lineElement(lineOfPlace(place)))
  }, [selected, comparison])
  return (
    <>
      {first > 0 && (
        <MoreWhenSeen
          key={`before ${first}`}
          onSeen={() => setDrawn({ first: Math.max(first - STEP, 0), end })}
        />
      )}
      {segments.slice(first, end).map((segment) => (
        <div key={segment.place} className={styles.segment} data-change-place={segment.place}>
          <Where segment={segment} count={segments.length} />
          <div>
            {segment.heading && draw(segment.heading)}
            {segment.rows.map((row) => (
              <Fragment key={row.kind === 'cut' ? `cut ${row.at}` : row.index}>
                {row.kind === 'cut' ? <OpenedCut at={row.at} isAlways /> : draw(row)}
              </Fragment>
            ))}
          </div>
        </div>
      ))}
      {end < segments.length && (
        <MoreWhenSeen key={`after ${end}`} onSeen={() => setDrawn({ first, end: end + STEP })} />
      )}
    </>
  )
}

const around = (place: number, count: number) => ({
  first: Math.max(place - STEP, 0),
  end: Math.min(place + STEP, count),
})

function Where({ segment, count }: { segment: Segment; count: number }) {
  const { lines, map } = useOpenScript()
  const { comparison } = useDrafts()
  const place = comparison?.places[segment.place]
  if (!place) return null
  const number = segment.scene < 0 ? undefined : sceneNumber(map, lines, segment.scene)
  const page = pageOfLine(map.pages, lineOfPlace(place)) + 1
  return (
    <p className={styles.where}>
      <span className="as-visually-hidden">
        Change {segment.place + 1} of {count},{' '}
      </span>
      {number !== undefined && `Scene ${number} · `}p. {page}
    </p>
  )
}

/** Draws more places when the user scrolls close to it. */
function MoreWhenSeen({ onSeen }: { onSeen: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  const seen = useRef(onSeen)
  useEffect(() => {
    seen.current = onSeen
  })
  useEffect(() => {
    if (!mark.current || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && seen.current(),
      { rootMargin: '800px' },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={mark} className={styles.more} />
}
