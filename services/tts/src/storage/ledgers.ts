/** A person and a day in UTC (`2026-01-02`). */
export type UsageKey = { ownerId: string; day: string }

/** How much was newly made for whom. Increments are atomic; several processes count at the same time. */
export interface UsageLedger {
  usage(use: UsageKey): Promise<number>
  /** Counts nothing for a person who is closed. */
  addUsage(use: UsageKey, durationMs: number): Promise<void>
  forgetUsage(beforeDay: string): Promise<void>
}

/** A preview that is stored, or was about to be when its process died. */
export type KeptPreview = {
  path: string
  bytes: number
  /** When it was last heard, to the hour (ms since 1970). */
  usedAt: number
}

/** Previews and their last use: noted before the object is written, forgotten after it is removed. */
export interface PreviewLedger {
  notePreview(preview: KeptPreview): Promise<void>
  /** Notes a later use, unless the one that is noted is `unlessSince` or later. */
  usePreview(path: string, usedAt: number, unlessSince: number): Promise<void>
  oldestPreviews(limit: number): Promise<KeptPreview[]>
  previewBytes(): Promise<number>
  /** Unless it was used or made again since it was seen like this. */
  forgetPreview(preview: KeptPreview): Promise<void>
}
