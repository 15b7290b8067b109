import type { ShareEvent } from '@andscene/contracts/sharing/sharing'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Missing } from './dialog-parts.tsx'
import { classNames } from '../components/class-names.ts'
import parts from '../theme/parts.module.css'
import styles from './share-dialog.module.css'
import { shareEventsQuery } from './sharing-query.ts'
import { eventWords } from './sharing-text.ts'
import { momentText } from '../text/dates.ts'

const FIRST = 50

export function HistoryTab({ scriptId }: { scriptId: string }) {
  const history = useQuery(shareEventsQuery(scriptId))
  const [isWhole, setWhole] = useState(false)
  const events = history.data
  if (!events) return <Missing query={history} text="Loading history..." />
  if (events.length === 0) return <p className={styles.empty}>No activity yet.</p>
  return (
    <>
      <ol className={classNames(parts.list, styles.history)}>
        {(isWhole ? events : events.slice(0, FIRST)).map((event, index) => (
          // Counted from the oldest, so that keys are stable.
          <li key={events.length - index}>
            <time className={parts.hint} dateTime={event.at}>
              {momentText(event.at)}
            </time>
            <Sentence event={event} />
          </li>
        ))}
      </ol>
      {!isWhole && events.length > FIRST && (
        <Button onClick={() => setWhole(true)}>Show all {events.length}</Button>
      )}
    </>
  )
}

function Sentence({ event }: { event: ShareEvent }) {
  const { verb, hasSubject, end } = eventWords(event)
  return (
    <span>
      <Name text={event.actor} /> {verb}
      {hasSubject && (
        <>
          {' '}
          <Name text={event.subject} />
        </>
      )}
      {end && ` ${end}`}
    </span>
  )
}

/** An email address is always left to right. */
const Name = ({ text }: { text: string }) => <bdi dir={text.includes('@') ? 'ltr' : 'auto'}>{text}</bdi>
