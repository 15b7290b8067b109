/**
 * Keys of the page's query cache, which the shell and all remotes share. Whatever is kept of one script stands below
 * `script(id)`, so that invalidating or removing that takes all of it.
 */
const script = (scriptId: string) => ['scripts', scriptId] as const

export const queryKeys = {
  /** The person's scripts. */
  scripts: ['scripts', 'list'] as const,
  /** Scripts that others have shared with the person. */
  sharedScripts: ['scripts', 'shared'] as const,
  script,
  /** Who else hears a script. */
  sharing: (scriptId: string) => [...script(scriptId), 'sharing'] as const,
  /** What happened to the sharing of a script. */
  shareEvents: (scriptId: string) => [...script(scriptId), 'sharing', 'history'] as const,
  casting: (scriptId: string) => [...script(scriptId), 'casting'] as const,
  progress: (scriptId: string) => [...script(scriptId), 'progress'] as const,
  narration: (scriptId: string) => [...script(scriptId), 'narration'] as const,
  /** How much of a script is ready, as a list tells it. */
  readiness: (scriptId: string) => [...script(scriptId), 'readiness'] as const,
  voices: ['voices'] as const,
  defaultVoice: ['default-voice'] as const,
  preferences: ['preferences'] as const,
  health: ['health'] as const,
}
