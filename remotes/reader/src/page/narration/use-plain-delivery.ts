import type { Line } from '@andscene/contracts/script'
import type { DeliveryName } from '@andscene/contracts/voices/delivery'
import { voiceForLine } from '@andscene/screenplay/voices'
import { voicesOf, voicesQuery } from '@andscene/web-kit/voices-query'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followsDirections } from '../../casting/casting-draft.ts'
import { usePlayerState } from '../../player/playbacks.ts'
import { useOpenScript } from '../open-script.ts'

const CANNOT: Readonly<Record<DeliveryName, string>> = {
  whispering: 'whisper',
  quiet: 'speak quietly',
  shouting: 'shout',
  calling: 'call',
  sad: 'sound sad',
  angry: 'sound angry',
  excited: 'sound excited',
  slow: 'speak slowly',
  fast: 'speak fast',
}
/** Time until the message disappears. Milliseconds. */
const SHOWN_MS = 10_000

/** Scripts for which this page has shown the message. */
const told = new Set<string>()
const known = new WeakMap<readonly Line[], (DeliveryName | undefined)[]>()

async function deliveriesIn(lines: readonly Line[]): Promise<(DeliveryName | undefined)[]> {
  const { deliveriesOf } = await import('@andscene/screenplay/delivery/deliveries-of')
  const found = known.get(lines) ?? deliveriesOf(lines)
  known.set(lines, found)
  return found
}

/** Once per script and session: the voice of the line that plays cannot do its delivery (product §4). */
export function usePlainDelivery(): { text: string; dismiss: () => void } | undefined {
  const { script, lines, casting, isVoice, isSettled, player } = useOpenScript()
  const { state, line } = usePlayerState(player)
  const { data: voices } = useQuery({ ...voicesQuery(), select: voicesOf, enabled: isSettled })
  const [text, setText] = useState<string>()
  const id = script._id
  const isPlaying = state === 'playing'
  useEffect(() => {
    const present = lines[line]
    if (!isPlaying || present?.type !== 'Dialogue' || told.has(id) || !followsDirections(casting))
      return undefined
    const voiceId = voiceForLine(present, casting, isVoice)
    const voice = voices?.find((one) => one.voiceId === voiceId)
    // Absent from an older backend.
    if (!voice?.deliveries || voice.deliveries.length === Object.keys(CANNOT).length) return undefined
    const { name, deliveries } = voice
    let isCurrent = true
    deliveriesIn(lines).then(
      (all) => {
        const delivery = all[line]
        if (!isCurrent || delivery === undefined || deliveries.includes(delivery)) return
        told.add(id)
        setText(`${name} cannot ${CANNOT[delivery]}. Lines with this direction are read plainly.`)
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [isPlaying, line, lines, casting, isVoice, voices, id])
  useEffect(() => {
    if (text === undefined) return undefined
    const timer = setTimeout(() => setText(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text === undefined ? undefined : { text, dismiss: () => setText(undefined) }
}
