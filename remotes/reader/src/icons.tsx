import { icon as shape } from '@andscene/web-kit/icons/icon'
import type { ReactNode } from 'react'

/** An icon that only the reader has; 20 pixels where its user says nothing. */
const icon = (shapes: ReactNode, options: { size?: number; filled?: boolean } = {}) =>
  shape(shapes, { size: 20, ...options })

export const StopIcon = icon(
  'M6 4.5h8A1.5 1.5 0 0 1 15.5 6v8a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 14V6A1.5 1.5 0 0 1 6 4.5z',
  { filled: true },
)
export const PreviousIcon = icon('M12 4.5 6.5 10l5.5 5.5')
export const NextIcon = icon('M8 4.5 13.5 10 8 15.5')
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
export const UpIcon = icon('M10 16V4.5M5 9.5l5-5 5 5')
export const DownIcon = icon('M10 4v11.5M5 10.5l5 5 5-5')
export const BackIcon = icon('M7.5 4 4 7.5 7.5 11M4 7.5h7.5a4.25 4.25 0 0 1 0 8.5H8')
export const VoicesIcon = icon(
  'M7.5 3.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6M2.5 16.5c.4-3 2.3-4.5 5-4.5s4.6 1.5 5 4.5M14 5.5a4 4 0 0 1 0 5M16.2 3.5a7 7 0 0 1 0 9',
)
export const NotesIcon = icon(
  'M3.5 5A1.5 1.5 0 0 1 5 3.5h10A1.5 1.5 0 0 1 16.5 5v7.5A1.5 1.5 0 0 1 15 14h-4.5L6.8 17v-3H5a1.5 1.5 0 0 1-1.5-1.5zM6.8 7.2h6.4M6.8 10.2h4',
)
export const KeyboardIcon = icon(
  'M4 5h12a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM5.5 8h.01M8.5 8h.01M11.5 8h.01M14.5 8h.01M6.5 12h7',
)
export const ControlsIcon = icon(
  'M3 6h6M13 6h4M3 14h3M10 14h7M11 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4M8 12a2 2 0 1 1 0 4 2 2 0 0 1 0-4',
)
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
export const OpenIcon = icon('m5.5 8 4.5 4.5L14.5 8')
export const FilterIcon = icon('M3.5 5.5h13M6 10h8M8.5 14.5h3')
export const SuggestIcon = icon(
  'M8 3.5 9.6 8l4.5 1.6-4.5 1.6L8 15.7l-1.6-4.5L1.9 9.6 6.4 8zM15 2l.8 2.2L18 5l-2.2.8L15 8l-.8-2.2L12 5l2.2-.8zM15.5 12.5l.7 1.8 1.8.7-1.8.7-.7 1.8-.7-1.8-1.8-.7 1.8-.7z',
  { filled: true },
)
export const WorldIcon = icon(
  'M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4M2.8 10h14.4M10 2.8c2.4 2.2 3.4 4.6 3.4 7.2s-1 5-3.4 7.2c-2.4-2.2-3.4-4.6-3.4-7.2s1-5 3.4-7.2z',
)
export const AddNoteIcon = icon(
  'M3.5 5A1.5 1.5 0 0 1 5 3.5h10A1.5 1.5 0 0 1 16.5 5v7.5A1.5 1.5 0 0 1 15 14h-4.5L6.8 17v-3H5a1.5 1.5 0 0 1-1.5-1.5zM10 6.3v5M7.5 8.8h5',
)
export const ResolveIcon = icon('M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4M6.8 10.3 9 12.5l4.3-4.8')
export const ReopenIcon = icon('M4.2 8A6.5 6.5 0 1 1 3.5 11M4 3.8V8h4.2')
export const ReplyIcon = icon('M8 5 4 9l4 4M4 9h7.5a4.5 4.5 0 0 1 4.5 4.5V15')
export const ReportIcon = icon(
  'M6 7V3h8v4M6 14H4.5A1.5 1.5 0 0 1 3 12.5V8.7A1.7 1.7 0 0 1 4.7 7h10.6A1.7 1.7 0 0 1 17 8.7v3.8a1.5 1.5 0 0 1-1.5 1.5H14M6 11.5h8V17H6z',
)
export const DownloadIcon = icon(
  'M10 3.5v9M6.5 9 10 12.5 13.5 9M3.5 13.5V15A1.5 1.5 0 0 0 5 16.5h10a1.5 1.5 0 0 0 1.5-1.5v-1.5',
)
