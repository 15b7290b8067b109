import { icon as shape } from '@andscene/web-kit/icons/icon'
import type { ReactNode } from 'react'
import paths from './data/icon-paths.json' with { type: 'json' }

/** An icon used only by the reader; 20 pixels by default. */
const icon = (shapes: ReactNode, options: { size?: number; filled?: boolean } = {}) =>
  shape(shapes, { size: 20, ...options })

export const StopIcon = icon(paths.stop, { filled: true })
export const PreviousIcon = icon(paths.previous)
export const NextIcon = icon(paths.next)
const ten = (arrow: string) =>
  icon(
    <>
      <path d={arrow} />
      <path
        d="M8 8.6 9.2 8v4.6M11.3 9.4c0-1 .5-1.5 1.1-1.5s1.1.5 1.1 1.5v1.8c0 1-.5 1.5-1.1 1.5s-1.1-.5-1.1-1.5z"
        strokeWidth={1.1}
      />
    </>,
    { size: 22 },
  )
export const BackTenIcon = ten('M4.6 4.2v3h3M4.8 7a6.6 6.6 0 1 1-1.3 4')
export const ForwardTenIcon = ten('M15.4 4.2v3h-3M15.2 7a6.6 6.6 0 1 0 1.3 4')
export const UpIcon = icon(paths.up)
export const DownIcon = icon(paths.down)
export const BackIcon = icon(paths.back)
export const VoicesIcon = icon(paths.voices)
/** A slider. */
export const DirectIcon = icon(paths.direct)
export const NotesIcon = icon(paths.notes)
export const TextSizeIcon = icon(paths.textSize)
/** The asterisk of a revised line. */
export const EarIcon = icon(
  <path d="M6 8.4a4 4 0 1 1 8 0c0 2.9-2.9 3.4-3.2 5.9-.2 1.5-1.1 2.4-2.4 2.4A2.4 2.4 0 0 1 6 14.4M8.2 8.6a1.8 1.8 0 1 1 3.2 1.1c-.6.7-1.3 1-1.4 2" />,
)
export const ChangesIcon = icon(<path d="M10 3.6v12.8M4.5 6.8l11 6.4M15.5 6.8l-11 6.4" strokeWidth={1.8} />)
export const KeyboardIcon = icon(paths.keyboard)
export const ControlsIcon = icon(paths.controls)
export const PreviewIcon = icon(
  <>
    <circle cx="10" cy="10" r="7.2" />
    <path d="M8.3 7.2v5.6l4.6-2.8z" fill="currentColor" />
  </>,
)
export const StopPreviewIcon = icon(
  <>
    <circle cx="10" cy="10" r="7.2" />
    <rect x="7.6" y="7.6" width="4.8" height="4.8" rx="0.6" fill="currentColor" />
  </>,
)
export const SleepIcon = icon(paths.sleep)
export const OpenIcon = icon(paths.open)
export const FilterIcon = icon(paths.filter)
export const SuggestIcon = icon(paths.suggest, { filled: true })
export const WorldIcon = icon(paths.world)
export const AddNoteIcon = icon(paths.addNote)
export const ResolveIcon = icon(paths.resolve)
export const ReopenIcon = icon(paths.reopen)
export const ReplyIcon = icon(paths.reply)
export const ReportIcon = icon(paths.report)
export const DownloadIcon = icon(paths.download)
export const LinkIcon = icon(paths.link)
/** Columns of different heights. */
export const FiguresIcon = icon(paths.figures)
