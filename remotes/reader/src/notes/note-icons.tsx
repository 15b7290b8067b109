import { icon } from '../icons.tsx'

export const AddNoteIcon = icon(
  'M3.5 5A1.5 1.5 0 0 1 5 3.5h10A1.5 1.5 0 0 1 16.5 5v7.5A1.5 1.5 0 0 1 15 14h-4.5L6.8 17v-3H5a1.5 1.5 0 0 1-1.5-1.5zM10 6.3v5M7.5 8.8h5',
  { size: 18 },
)
export const DraftIcon = icon(
  'm12.5 4.5 3 3M4 16l.8-3.6 8.4-8.4a1.4 1.4 0 0 1 2 0l.8.8a1.4 1.4 0 0 1 0 2L7.6 15.2z',
  { size: 18 },
)
export const ResolveIcon = icon('M10 2.8a7.2 7.2 0 1 1 0 14.4 7.2 7.2 0 0 1 0-14.4M6.8 10.3 9 12.5l4.3-4.8', {
  size: 18,
})
export const ReopenIcon = icon('M4.2 8A6.5 6.5 0 1 1 3.5 11M4 3.8V8h4.2', { size: 18 })
export const ReplyIcon = icon('M8 5 4 9l4 4M4 9h7.5a4.5 4.5 0 0 1 4.5 4.5V15', { size: 18 })
export const ReportIcon = icon(
  'M6 7V3h8v4M6 14H4.5A1.5 1.5 0 0 1 3 12.5V8.7A1.7 1.7 0 0 1 4.7 7h10.6A1.7 1.7 0 0 1 17 8.7v3.8a1.5 1.5 0 0 1-1.5 1.5H14M6 11.5h8V17H6z',
  { size: 18 },
)
export const DownloadIcon = icon(
  'M10 3.5v9M6.5 9 10 12.5 13.5 9M3.5 13.5V15A1.5 1.5 0 0 0 5 16.5h10a1.5 1.5 0 0 0 1.5-1.5v-1.5',
  { size: 18 },
)
