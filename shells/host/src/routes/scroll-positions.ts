/** Per tab, so that a reload finds them. */
const STORAGE_KEY = 'andscene_scroll'

/** How far the page was scrolled, in pixels, when an entry of the history was left; by the entry's key. */
export class ScrollPositions {
  private readonly positions: Record<string, number> = read()

  of(key: string): number | undefined {
    return this.positions[key]
  }

  keep(key: string): void {
    this.positions[key] = scrollY
  }

  store(): void {
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(this.positions))
    } catch {
      // Storage is full or blocked: a reload begins at the top.
    }
  }
}

function read(): Record<string, number> {
  try {
    return (JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') ?? {}) as Record<string, number>
  } catch {
    return {}
  }
}
