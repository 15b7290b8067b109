import { deleteDirection, saveDirection } from '@andscene/contracts/routes/directions'
import type { Direction } from '@andscene/contracts/voices/direction'
import type { Delivery } from '@andscene/contracts/voices/delivery'
import { tidyDelivery, type DeliveryFields } from '@andscene/contracts/voices/tidy-delivery'
import { ApiError, call, presentIn } from '@andscene/web-kit/api-client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useOpenScript } from '../page/open-script.ts'
import { adoptDirection, directionsQuery } from './directions-query.ts'
import { takesOf, type Change, type Step } from './takes.ts'

export type Saving =
  | { kind: 'idle' | 'saving' }
  | { kind: 'saved'; version: number }
  /** `change` was not saved. */
  | { kind: 'failed'; message: string; change: Change }
  /** The line was changed elsewhere since `before`; the page shows that change. */
  | { kind: 'conflict'; change: Change; before: Direction | undefined }

/** `undo` is absent if only the draft was changed. */
type Past = { draft: Delivery; field: string; undo?: Change }

/** Directs a line: a draft that is heard and changed, and the takes that are saved. */
export function useDirecting(lineId: string, first: Delivery) {
  const { script } = useOpenScript()
  const { _id: id } = script
  const client = useQueryClient()
  const [draft, setDraft] = useState(first)
  const [past, setPast] = useState<readonly Past[]>([])
  const [state, setState] = useState<Saving>({ kind: 'idle' })
  const running = useRef<Promise<void>>(Promise.resolve())
  const { queryKey } = directionsQuery(id)
  const present = (): Direction | undefined =>
    client.getQueryData(queryKey)?.find((one) => one.lineId === lineId)

  async function send(change: Change): Promise<void> {
    setState({ kind: 'saving' })
    const before = present()
    const { takes, chosen } = change(takesOf(before))
    const version = before?.version ?? 0
    const params = { id, lineId }
    try {
      if (takes.length > 0) {
        const body = {
          version,
          takes: takes.map((take) => ({ id: take.id, delivery: take.delivery })),
          chosen,
        }
        const { direction } = (await call(saveDirection, { params, body })).data
        await adoptDirection(client, id, { lineId, direction })
      } else if (before) {
        await call(deleteDirection, { params, query: { version } })
        await adoptDirection(client, id, { lineId, direction: undefined })
      }
      setState({ kind: 'saved', version: present()?.version ?? 0 })
    } catch (error) {
      const theirs = presentIn(saveDirection, error)
      if (theirs) {
        await adoptDirection(client, id, { lineId, direction: theirs.direction })
        setState({ kind: 'conflict', change, before })
      } else
        setState({
          kind: 'failed',
          message: error instanceof ApiError ? error.message : 'The direction was not saved.',
          change,
        })
    }
  }
  /** One after another, because each needs the version of the one before. */
  const save = (change: Change) => {
    running.current = running.current.then(() => send(change))
  }

  return {
    draft,
    state,
    canUndo: past.length > 0,
    /** Changes of one field in a row are undone together. */
    edit(change: DeliveryFields, field: string) {
      setDraft(tidyDelivery({ ...draft, ...change }))
      if (past.at(-1)?.field !== field) setPast([...past, { draft, field }])
    },
    reset(delivery: Delivery, field: string) {
      setDraft(delivery)
      setPast([...past, { draft, field }])
    },
    /** Saves a change of the takes; `shown` is the draft from then on. */
    take({ change, undo }: Step, shown = draft) {
      setPast([...past, { draft, field: 'takes', undo }])
      setDraft(shown)
      save(change)
    },
    undo() {
      const last = past.at(-1)
      if (!last) return
      setPast(past.slice(0, -1))
      setDraft(last.draft)
      if (last.undo) save(last.undo)
    },
    /** Sends a change again that was not saved, on top of what others have changed. */
    sendAgain() {
      if ('change' in state) save(state.change)
    },
    discard: () => setState({ kind: 'idle' }),
  }
}
