import type { Line } from '@andscene/contracts/script'
import type { Delivery } from '@andscene/contracts/voices/delivery'
import { isNatural } from '@andscene/contracts/voices/is-natural'
import { isSameDelivery } from '@andscene/contracts/voices/tidy-delivery'
import { mayHaveDirections } from '@andscene/screenplay/read-directions'
import { lineSound } from '@andscene/screenplay/sound/line-sounds'
import { voicesQuery } from '@andscene/web-kit/voices-query'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useOpenScript } from '../page/open-script.ts'
import { cuesIn, readsDirections } from '../player/engine/reading.ts'
import { DeliveryControls } from './delivery-controls.tsx'
import { DELIVERY_LABELS } from './delivery-text.ts'
import { DialogLinks } from './dialog-links.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { directionsQuery } from './directions-query.ts'
import { DiscardQuestion } from './discard-question.tsx'
import { EmphasisWords } from './emphasis-words.tsx'
import { LikeThis } from './like-this/like-this.tsx'
import { SaveState } from './save-state.tsx'
import { TakeList } from './take-list.tsx'
import { choose, keep, remove, replace, takesOf } from './takes.ts'
import { stopTrials, toggleTrial, useTrialFailure, useTrialState, type Trial } from './trials.ts'
import styles from './direct.module.css'
import { useDirecting } from './use-directing.ts'
import { useLeaving } from './use-leaving.ts'

type Props = {
  line: Line
  title: string
  written: Delivery
  first: Delivery
  voiceId: string | undefined
  onClose: () => void
}

/** What a director does with a line whose directions are loaded. `first`: the delivery to begin with. */
export function DirectionEditor({ line, title, written, first, voiceId, onClose }: Props) {
  const open = useOpenScript()
  const { script, lines, casting } = open
  const sound = lineSound(line, cuesIn(lines)[lines.indexOf(line)], casting)
  const { data: directions = [] } = useQuery(directionsQuery(script._id))
  const direction = directions.find(({ lineId }) => lineId === line._id)
  const present = takesOf(direction)
  const work = useDirecting(line._id, first)
  const { draft } = work
  const voice = useQuery(voicesQuery()).data?.voices.find((one) => one.voiceId === voiceId)
  const [isReplacing, setReplacing] = useState(false)
  const keepButton = useRef<HTMLButtonElement>(null)
  const focusKeep = () => keepButton.current?.focus()
  const endReplacing = () => {
    setReplacing(false)
    focusKeep()
  }
  const stay = () => {
    leaving.stay()
    focusKeep()
  }
  const trialOf = (delivery: Delivery): Trial | undefined =>
    voiceId === undefined
      ? undefined
      : {
          scriptId: script._id,
          lineId: line._id,
          voiceId,
          text: line.text,
          delivery,
          ...(mayHaveDirections(line) && { readsDirections: readsDirections(open) }),
          sound,
        }
  const trial = trialOf(draft)
  const hearing = useTrialState(trial)
  const failure = useTrialFailure()
  const chosen = present.takes.find(({ id }) => id === present.chosen)
  const isKept = isSameDelivery(draft, chosen?.delivery ?? written)
  const known = [written, ...present.takes.map(({ delivery }) => delivery)]
  const leaving = useLeaving(work.state, !work.canUndo || known.some((one) => isSameDelivery(draft, one)))
  const keepTake = () => {
    const step = keep(present, draft)
    if (step) work.take(step)
    else setReplacing(true)
  }
  const cannot =
    draft.name !== undefined && voice?.deliveries && !voice.deliveries.includes(draft.name)
      ? `${voice.name} cannot do “${DELIVERY_LABELS[draft.name]}” and reads this line plainly. Pace, pitch and pauses apply.`
      : undefined

  return (
    <DialogFrame
      title={title}
      onClose={() => leaving.leave(onClose)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          // A browser closes a dialog itself that was kept open twice. Escape closes a question, not the dialog.
          event.preventDefault()
          if (isReplacing) endReplacing()
          else if (leaving.isAsking) stay()
          else leaving.leave(onClose)
        }
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
        event.preventDefault()
        work.undo()
      }}
      foot={
        <>
          <button
            type="button"
            className="as-button"
            disabled={trial === undefined}
            onClick={() => trial && toggleTrial(trial)}
          >
            {hearing === 'loading' ? 'Preparing…' : hearing === 'playing' ? 'Stop' : 'Hear it'}
          </button>
          <button
            ref={keepButton}
            type="button"
            className="as-button as-button-primary"
            aria-disabled={isKept || undefined}
            onClick={() => !isKept && keepTake()}
          >
            Keep take
          </button>
          <button
            type="button"
            className="as-button"
            aria-disabled={!work.canUndo || undefined}
            onClick={work.undo}
          >
            Undo
          </button>
          <SaveState work={work} direction={direction} onActed={focusKeep} />
          {leaving.isAsking && <DiscardQuestion onStay={stay} onDiscard={leaving.discard} />}
        </>
      }
    >
      <EmphasisWords
        line={line}
        emphasis={draft.emphasis ?? []}
        onChange={(emphasis) => work.edit({ emphasis }, 'emphasis')}
      />
      <DeliveryControls
        draft={draft}
        written={written}
        onEdit={work.edit}
        onWritten={() => work.reset(written, 'written')}
      />
      <LikeThis
        trial={voice && isNatural(voice) ? trialOf({}) : undefined}
        isFollowing={draft.melody !== undefined}
        onStart={stopTrials}
        onMelody={(melody) => work.edit({ melody }, 'melody')}
      />
      <output className={styles.notice}>
        {voiceId === undefined ? 'Assign a voice to hear this line.' : (failure ?? cannot)}
      </output>
      <TakeList
        direction={direction}
        written={written}
        isReplacing={isReplacing}
        onCancel={endReplacing}
        trialOf={trialOf}
        onChoose={(id) => {
          const take = present.takes.find((one) => one.id === id)
          work.take(choose(present, id), take?.delivery ?? written)
        }}
        onReplace={(id) => {
          endReplacing()
          work.take(replace(present, id, draft))
        }}
        onRemove={(id) => work.take(remove(present, id))}
      />
      <DialogLinks line={lines.indexOf(line)} directed={directions.length} onLeave={leaving.leave} />
    </DialogFrame>
  )
}
