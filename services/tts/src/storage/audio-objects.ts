/**
 * The clips themselves, by path (DESIGN §4). A clip is there wholly or not at all, and durable when `write` resolves.
 * Paths are ours (`clip-path.ts`): relative, of safe characters, with `/` between folders.
 */
export interface AudioObjects {
  write(path: string, bytes: Uint8Array): Promise<void>
  read(path: string): Promise<Uint8Array | undefined>
  /** Answers how many of them were there. */
  remove(paths: readonly string[]): Promise<number>
  /** Removes all below a folder, `scripts/x/`; answers how many objects that were. */
  removeFolder(folder: string): Promise<number>
  /** Rejects while objects cannot be written. Writes and removes a probe. */
  check(): Promise<void>
}
