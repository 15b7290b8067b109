import type { ScriptListItem } from '@andscene/contracts/script'
import type { NarrationSummary } from '@andscene/contracts/voices/voice'

export type CardState = {
  action: 'Cast' | 'Listen' | 'Continue' | 'View'
  /** The share of the audio that is ready, as a text; undefined while loading. */
  status: string | undefined
  tone: 'plain' | 'busy' | 'good'
  /** Share of the audio that is ready, 0 to 1, while audio is being made. */
  made?: number | undefined
  place: string | undefined
}

export const percent = (share: number): string => `${Math.floor(share * 100)}\u00a0%`

/** Number of characters plus the narrator. */
const partsOf = ({ characterCount }: ScriptListItem): number => characterCount + 1

/** The state of a script on its card (product §2). */
export function cardState(
  script: ScriptListItem,
  summary?: NarrationSummary | null,
  mayCast: boolean = true,
): CardState {
  return { action: actionOf(script, mayCast), place: placeOf(script), ...readinessOf(script, summary) }
}

function actionOf(script: ScriptListItem, mayCast: boolean): CardState['action'] {
  const { castCount, lineCount, lastPlayed } = script
  if (castCount === 0) return mayCast ? 'Cast' : 'View'
  if (lastPlayed) return lastPlayed.lineIndex + 1 < lineCount ? 'Continue' : 'Listen'
  return mayCast && castCount < partsOf(script) ? 'Cast' : 'Listen'
}

function placeOf({ lineCount, lastPlayed }: ScriptListItem): string | undefined {
  if (!lastPlayed) return undefined
  const share = Math.min(1, (lastPlayed.lineIndex + 1) / Math.max(1, lineCount))
  return `Page ${formatNumber(lastPlayed.page)} · ${percent(share)}`
}

function readinessOf(
  script: ScriptListItem,
  summary: NarrationSummary | null | undefined,
): Pick<CardState, 'status' | 'tone' | 'made'> {
  const { castCount } = script
  const parts = partsOf(script)
  if (castCount === 0) return { status: 'Not cast', tone: 'plain' }
  if (castCount < parts)
    return { status: `${formatNumber(castCount)} of ${formatNumber(parts)} voices assigned`, tone: 'plain' }
  if (!summary || summary.total === 0) return { status: undefined, tone: 'plain' }
  const { total, ready, making } = summary
  if (ready === total) return { status: 'Ready', tone: 'good' }
  const made = ready / total
  if (making) return { status: `Making audio ${percent(made)}`, tone: 'busy', made }
  return { status: ready === 0 ? 'Audio is made as you listen' : `${percent(made)} ready`, tone: 'plain' }
}

/** In the format of the browser's settings. Created once, because it takes longer than a card to render. */
const number = new Intl.NumberFormat()

export const formatNumber = (value: number): string => number.format(value)
