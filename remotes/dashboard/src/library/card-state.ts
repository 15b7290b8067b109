import type { ScriptListItem } from '@andscene/contracts/script'
import type { NarrationSummary } from '@andscene/contracts/voices/voice'

export type CardState = {
  action: 'Cast' | 'Listen' | 'Continue' | 'View'
  /** Where the user is in the script, in words and as a share of its lines, 0 to 1. */
  place: string
  played: number
  /** How much of the script can be heard, as a text; undefined while loading. */
  status: string | undefined
  tone: 'plain' | 'busy' | 'good'
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
  return { action: actionOf(script, mayCast), ...placeOf(script), ...readinessOf(script, summary) }
}

function actionOf(script: ScriptListItem, mayCast: boolean): CardState['action'] {
  const { castCount, lineCount, lastPlayed } = script
  if (castCount === 0) return mayCast ? 'Cast' : 'View'
  if (lastPlayed) return lastPlayed.lineIndex + 1 < lineCount ? 'Continue' : 'Listen'
  return mayCast && castCount < partsOf(script) ? 'Cast' : 'Listen'
}

function placeOf({ lineCount, pages, lastPlayed }: ScriptListItem): Pick<CardState, 'place' | 'played'> {
  if (!lastPlayed) return { place: 'Not started', played: 0 }
  const lines = lastPlayed.lineIndex + 1
  if (lines >= lineCount) return { place: 'Played to the end', played: 1 }
  const played = Math.max(lines / lineCount, 0.01)
  const page = `Page ${formatNumber(lastPlayed.page)} of ${formatNumber(Math.max(pages, lastPlayed.page))}`
  return { place: `${page} · ${percent(played)} played`, played }
}

function readinessOf(
  script: ScriptListItem,
  summary: NarrationSummary | null | undefined,
): Pick<CardState, 'status' | 'tone'> {
  const { castCount } = script
  const parts = partsOf(script)
  if (castCount === 0) return { status: 'Not cast', tone: 'plain' }
  if (castCount < parts)
    return { status: `${formatNumber(castCount)} of ${formatNumber(parts)} voices assigned`, tone: 'plain' }
  if (!summary || summary.total === 0) return { status: undefined, tone: 'plain' }
  const { total, ready, making } = summary
  if (ready === total) return { status: 'Audio ready', tone: 'good' }
  const made = ready / total
  if (making) return { status: `Making audio ${percent(made)}`, tone: 'busy' }
  return {
    status: ready === 0 ? 'Audio is made as you listen' : `Audio ${percent(made)} ready`,
    tone: 'plain',
  }
}

/** In the format of the browser's settings. Created once, because it takes longer than a card to render. */
const number = new Intl.NumberFormat()

export const formatNumber = (value: number): string => number.format(value)

/** `1 page`, `2,842 lines`. */
export const counted = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
