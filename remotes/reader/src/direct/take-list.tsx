import type { Direction, Take } from '@andscene/contracts/voices/direction'
import type { Delivery } from '@andscene/contracts/voices/delivery'
import { DeleteIcon } from '@andscene/web-kit/icons/actions'
import { useEffect, useId, useRef } from 'react'
import { PreviewIcon, StopPreviewIcon } from '../icons.tsx'
import { agoText, useMinute } from '../notes/note-time.ts'
import { IconButton } from '../page/transport/icon-button.tsx'
import { deliveryText } from './delivery-text.ts'
import styles from './direct.module.css'
import { toggleTrial, useTrialState, type Trial } from './trials.ts'

type Props = {
  direction: Direction | undefined
  written: Delivery
  /** The user chooses the take that a new one replaces. */
  isReplacing: boolean
  onCancel: () => void
  trialOf: (delivery: Delivery) => Trial | undefined
  onChoose: (id: string | null) => void
  onReplace: (id: string) => void
  onRemove: (id: string) => void
}

/** The takes of a line and the one that is heard; "As written" is always there. */
export function TakeList(props: Props) {
  const { direction, written, isReplacing, onCancel, trialOf, onChoose } = props
  const { takes = [], chosen = null } = direction ?? {}
  const name = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // The question may be out of sight on a phone.
    if (isReplacing) list.current?.querySelector<HTMLElement>('[role="alert"] button')?.focus()
  }, [isReplacing])
  const focusChosen = (from: string) => {
    const first = list.current?.querySelector('input')
    const chosenInput = list.current?.querySelector<HTMLElement>('input:checked')
    // The row of the deleted take disappears.
    ;(from === chosen ? first : chosenInput)?.focus()
  }
  return (
    <fieldset ref={list} className={styles.takes}>
      <legend>Takes</legend>
      {isReplacing && (
        <p className={styles.question} role="alert">
          This line has five takes. Which one do you want to replace?
          <button type="button" className="as-button" onClick={onCancel}>
            Cancel
          </button>
        </p>
      )}
      <div className={styles.take}>
        <label>
          <input type="radio" name={name} checked={chosen === null} onChange={() => onChoose(null)} />
          <span>As written</span>
        </label>
        <Hear name="as written" trial={trialOf(written)} />
      </div>
      {takes.map((take, index) => (
        <TakeRow
          key={take.id}
          {...props}
          onRemove={(id) => {
            focusChosen(id)
            props.onRemove(id)
          }}
          take={take}
          number={index + 1}
          group={name}
          isChosen={take.id === chosen}
        />
      ))}
      {takes.length === 0 && <p className={styles.hint}>Keep a take to have it read that way.</p>}
    </fieldset>
  )
}

type RowProps = Props & { take: Take; number: number; group: string; isChosen: boolean }

function TakeRow(props: RowProps) {
  const { take, number, group, isChosen, isReplacing, trialOf, onChoose, onReplace, onRemove } = props
  const now = useMinute()
  return (
    <div className={styles.take}>
      <label>
        <input type="radio" name={group} checked={isChosen} onChange={() => onChoose(take.id)} />
        <span>
          <b>Take {number}</b> {deliveryText(take.delivery)}
          <span className={styles.who}>
            {take.mine ? 'You' : <bdi>{take.by}</bdi>}, {agoText(take.at, now).toLowerCase()}
          </span>
        </span>
      </label>
      {isReplacing ? (
        <button
          type="button"
          className="as-button"
          aria-label={`Replace take ${number}`}
          onClick={() => onReplace(take.id)}
        >
          Replace
        </button>
      ) : (
        <>
          <Hear name={`take ${number}`} trial={trialOf(take.delivery)} />
          <IconButton
            name={`Delete take ${number}`}
            hint="Delete"
            size={36}
            isMuted
            onClick={() => onRemove(take.id)}
          >
            <DeleteIcon size={18} />
          </IconButton>
        </>
      )}
    </div>
  )
}

function Hear({ name, trial }: { name: string; trial: Trial | undefined }) {
  const state = useTrialState(trial)
  if (!trial) return null
  return (
    <IconButton
      name={state === 'silent' ? `Play ${name}` : `Stop ${name}`}
      hint={state === 'silent' ? 'Play' : 'Stop'}
      size={36}
      isMuted
      onClick={() => toggleTrial(trial)}
    >
      {state === 'loading' ? (
        <span className="as-spinner" />
      ) : state === 'playing' ? (
        <StopPreviewIcon size={20} />
      ) : (
        <PreviewIcon size={20} />
      )}
    </IconButton>
  )
}
